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
    fn the_line_runs_from_its_first_colour_to_its_last() {
        assert_eq!(LIGHT.piece(0), LIGHT.line[0]);
        assert_eq!(LIGHT.piece(PIECES - 1), LIGHT.line[3]);
    }
}
