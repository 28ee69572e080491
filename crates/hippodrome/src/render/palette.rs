//! The colours of pictures.

use std::io;

use crate::format::sink::Sink;

/// Into how many pieces of one colour each the line is cut.
pub(super) const PIECES: u64 = 24;

/// A colour: red, green, blue.
pub(super) type Rgb = [u8; 3];

/// The colours of a theme.
pub(super) struct Palette {
    page: Rgb,
    light: Rgb,
    dark: Rgb,
    label: Rgb,
    disc: Rgb,
    step: Rgb,
    /// The number on the mark of the first and of the last square.
    end: Rgb,
    /// The colours through which the line runs.
    line: [Rgb; 4],
    /// The line in one colour, and the marks of its ends.
    plain: Rgb,
    plain_first: Rgb,
    plain_last: Rgb,
}

pub(super) const LIGHT: Palette = Palette {
    page: [0xff, 0xfd, 0xf9],
    light: [0xf3, 0xec, 0xdf],
    dark: [0xe2, 0xd6, 0xc0],
    label: [0x6b, 0x62, 0x55],
    disc: [0xff, 0xfe, 0xfb],
    step: [0x29, 0x25, 0x24],
    end: [0xff, 0xff, 0xff],
    line: [[0x1d, 0x4e, 0xd8], [0x7c, 0x3a, 0xed], [0xbe, 0x18, 0x5d], [0xb4, 0x53, 0x09]],
    plain: [0x57, 0x53, 0x4e],
    plain_first: [0x15, 0x80, 0x3d],
    plain_last: [0xb9, 0x1c, 0x1c],
};

pub(super) const DARK: Palette = Palette {
    page: [0x12, 0x15, 0x1b],
    light: [0x2b, 0x31, 0x3c],
    dark: [0x20, 0x25, 0x2e],
    label: [0xa3, 0xab, 0xb8],
    disc: [0x14, 0x18, 0x1f],
    step: [0xee, 0xf0, 0xf4],
    end: [0x0d, 0x10, 0x15],
    line: [[0x60, 0xa5, 0xfa], [0xa7, 0x8b, 0xfa], [0xf4, 0x72, 0xb6], [0xfb, 0xbf, 0x24]],
    plain: [0x9a, 0xa5, 0xb5],
    plain_first: [0x4a, 0xde, 0x80],
    plain_last: [0xf8, 0x71, 0x71],
};

impl Palette {
    /// The colour of a piece of the line.
    fn piece(&self, piece: u64) -> Rgb {
        let last = self.line.len() as u64 - 1;
        let at = piece * last;
        let (from, over) = (at / (PIECES - 1), at % (PIECES - 1));
        let a = self.line[from as usize];
        let b = self.line[(from + 1).min(last) as usize];
        let mix = |a: u8, b: u8| {
            ((u64::from(a) * (PIECES - 1 - over) + u64::from(b) * over) / (PIECES - 1)) as u8
        };
        [mix(a[0], b[0]), mix(a[1], b[1]), mix(a[2], b[2])]
    }
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Writes the rules of style for the picture of this name.
pub(super) fn rules(
    palette: &Palette,
    id: &str,
    plain: bool,
    sink: &mut Sink<'_>,
) -> io::Result<()> {
    let fills = [
        ("page", palette.page),
        ("light", palette.light),
        ("dark", palette.dark),
        ("label", palette.label),
        ("step", palette.step),
        ("end", palette.end),
    ];
    for (name, colour) in fills {
        sink.text(&format!("#{id} .{name} {{ fill: {} }}\n", hex(colour)))?;
    }
    sink.text(&format!(
        "#{id} .line {{ fill: none; stroke-linecap: round; stroke-linejoin: round }}\n#{id} .disc {{ fill: {0}; stroke-width: 2 }}\n#{id} .ring {{ fill: none }}\n#{id} .hole {{ fill: {1}; stroke: {1} }}\n",
        hex(palette.disc),
        hex(palette.page)
    ))?;
    let (first, last) = if plain {
        sink.text(&format!(
            "#{id} .s0, #{id} .s{} {{ stroke: {} }}\n",
            PIECES - 1,
            hex(palette.plain)
        ))?;
        (palette.plain_first, palette.plain_last)
    } else {
        for piece in 0..PIECES {
            sink.text(&format!("#{id} .s{piece} {{ stroke: {} }}\n", hex(palette.piece(piece))))?;
        }
        (palette.piece(0), palette.piece(PIECES - 1))
    };
    sink.text(&format!(
        "#{id} .first {{ fill: {0} }}\n#{id} .ring {{ stroke: {0} }}\n#{id} .last {{ fill: {1} }}\n#{id} .back {{ stroke-linecap: butt }}\n",
        hex(first),
        hex(last)
    ))
}

/// The colours of surveys: from nothing found to all found, and the lines of charts.
struct SurveyPalette {
    page: Rgb,
    label: Rgb,
    grid: Rgb,
    /// A start that is impossible, and what is drawn on it.
    no: Rgb,
    ink: Rgb,
    heat: [Rgb; 6],
    cross: Rgb,
    curves: [Rgb; 7],
}

const SURVEY_LIGHT: SurveyPalette = SurveyPalette {
    page: LIGHT.page,
    label: [0x44, 0x3d, 0x34],
    grid: [0xdd, 0xd5, 0xc8],
    no: [0xee, 0xeb, 0xe5],
    ink: [0x6b, 0x62, 0x55],
    heat: [
        [0xb4, 0x53, 0x09],
        [0xe3, 0x9a, 0x4a],
        [0xec, 0xc6, 0x8f],
        [0xb9, 0xd3, 0xe8],
        [0x6d, 0xa8, 0xd8],
        [0x25, 0x63, 0xb8],
    ],
    cross: [0xff, 0xff, 0xff],
    curves: [
        [0x1d, 0x4e, 0xd8],
        [0xb4, 0x53, 0x09],
        [0x0f, 0x76, 0x6e],
        [0xbe, 0x18, 0x5d],
        [0x6d, 0x28, 0xd9],
        [0x37, 0x41, 0x51],
        [0x4d, 0x7c, 0x0f],
    ],
};

const SURVEY_DARK: SurveyPalette = SurveyPalette {
    page: DARK.page,
    label: [0xc6, 0xcc, 0xd6],
    grid: [0x33, 0x3a, 0x46],
    no: [0x1e, 0x23, 0x2b],
    ink: [0x9a, 0xa5, 0xb5],
    heat: [
        [0xf5, 0x9e, 0x0b],
        [0xb9, 0x7a, 0x22],
        [0x7d, 0x5f, 0x35],
        [0x2f, 0x4d, 0x6e],
        [0x3a, 0x74, 0xb0],
        [0x60, 0xa5, 0xfa],
    ],
    cross: [0x0d, 0x10, 0x15],
    curves: [
        [0x60, 0xa5, 0xfa],
        [0xfb, 0xbf, 0x24],
        [0x2d, 0xd4, 0xbf],
        [0xf4, 0x72, 0xb6],
        [0xa7, 0x8b, 0xfa],
        [0xe5, 0xe7, 0xeb],
        [0xa3, 0xe6, 0x35],
    ],
};

/// The rules of style of a survey's picture.
pub(super) fn survey_rules(dark: bool) -> String {
    let palette = if dark { &SURVEY_DARK } else { &SURVEY_LIGHT };
    let mut rules = String::new();
    let mut rule = |name: String, property: &str, colour| {
        rules.push_str(&[".", &name, " { ", property, ": ", &hex(colour), " }\n"].concat());
    };
    rule("page".into(), "fill", palette.page);
    rule("label, .title".into(), "fill", palette.label);
    rule("grid".into(), "stroke", palette.grid);
    rule("no".into(), "fill", palette.no);
    rule("ink".into(), "fill", palette.ink);
    rule("cross".into(), "stroke", palette.cross);
    for (shade, &colour) in palette.heat.iter().enumerate() {
        rule(format!("h{shade}"), "fill", colour);
    }
    for (curve, &colour) in palette.curves.iter().enumerate() {
        rule(format!("c{curve}"), "stroke", colour);
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance as WCAG 2.2 defines it.
    fn luminance(colour: Rgb) -> f64 {
        let linear = colour.map(|channel| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn contrast_is_that_of_level_aa() {
        assert!((contrast([0; 3], [255; 3]) - 21.0).abs() < 1e-9);
        for palette in [LIGHT, DARK] {
            let ends = [palette.piece(0), palette.piece(PIECES - 1)];
            let marks = [palette.plain_first, palette.plain_last];
            let texts = [(palette.label, palette.page), (palette.step, palette.disc)];
            let on_marks = ends.iter().chain(&marks).map(|&mark| (palette.end, mark));
            for (text, ground) in texts.into_iter().chain(on_marks) {
                let ratio = contrast(text, ground);
                assert!(ratio >= 4.5, "{} on {}: {ratio:.2}", hex(text), hex(ground));
            }
            let lines = (0..PIECES).map(|piece| palette.piece(piece)).chain([palette.plain]);
            for line in lines.chain(marks) {
                for ground in [palette.light, palette.dark, palette.page, palette.disc] {
                    let ratio = contrast(line, ground);
                    assert!(ratio >= 3.0, "{} on {}: {ratio:.2}", hex(line), hex(ground));
                }
            }
        }
    }

    #[test]
    fn surveys_have_the_contrast_of_level_aa() {
        for palette in [SURVEY_LIGHT, SURVEY_DARK] {
            assert!(contrast(palette.label, palette.page) >= 4.5);
            let lines = palette.curves.iter().map(|&curve| (curve, palette.page));
            let signs = [(palette.cross, palette.heat[0]), (palette.ink, palette.no)];
            for (line, ground) in lines.chain(signs) {
                let ratio = contrast(line, ground);
                assert!(ratio >= 3.0, "{} on {}: {ratio:.2}", hex(line), hex(ground));
            }
        }
    }

    #[test]
    fn the_line_runs_from_its_first_colour_to_its_last() {
        assert_eq!(LIGHT.piece(0), LIGHT.line[0]);
        assert_eq!(LIGHT.piece(PIECES - 1), LIGHT.line[3]);
    }
}
