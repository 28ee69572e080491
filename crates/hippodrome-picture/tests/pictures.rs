//! Pictures are decoded again and compared with what they show.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Cursor;
use std::time::Duration;

use hippodrome::render::svg::{self, Options, Theme};
use hippodrome::{Answer, Board, Kind, Leaper, Problem, Silent, Tour, auto};
use hippodrome_picture::{Canvas, Film, Image, MAX_FRAMES, apng, gif, png};

fn tour(board: &str, kind: Kind) -> Tour {
    let problem = Problem::new(board.parse().unwrap(), Leaper::KNIGHT, kind);
    match auto::find(&problem, &auto::Options::default(), &Silent).answer {
        Answer::Found(tour) => tour,
        other => panic!("{other:?}"),
    }
}

fn drawn(tour: &Tour, options: &Options, width: u32) -> Image {
    let mut drawing = Vec::new();
    svg::write(tour, None, options, &mut drawing).unwrap();
    Canvas::new(Some(width)).draw(&String::from_utf8(drawing).unwrap()).unwrap()
}

fn decoded(bytes: &[u8]) -> Image {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    pixels.truncate(info.buffer_size());
    Image { width: info.width, height: info.height, pixels }
}

fn pixel(image: &Image, x: u32, y: u32) -> [u8; 4] {
    let at = (y * image.width + x) as usize * 4;
    image.pixels[at..at + 4].try_into().unwrap()
}

#[test]
fn a_png_is_read_back_pixel_for_pixel() {
    let tour = tour("6x6", Kind::Closed);
    for theme in [Theme::Light, Theme::Dark] {
        let image = drawn(&tour, &Options::new().theme(theme), 300);
        assert_eq!(image.width, 300);
        assert_eq!(decoded(&png(&image).unwrap()), image);
        // The page is light or dark, and opaque in the middle.
        let middle = pixel(&image, image.width / 2, 2);
        assert_eq!(middle[3], 255);
        assert_eq!(middle[0] > 128, theme == Theme::Light);
    }
}

#[test]
fn numbers_and_names_are_drawn_with_the_font_that_is_shipped() {
    let tour = tour("6x6", Kind::Open);
    let with = drawn(&tour, &Options::new().theme(Theme::Light), 600);
    let without = drawn(&tour, &Options::new().theme(Theme::Light).labels(false), 600);
    assert_ne!(with, without);
    // Text leaves marks: the strip left of the board holds the names of ranks.
    let dark = |image: &Image| {
        let strip = (0..image.height).flat_map(|y| (0..50).map(move |x| (x, y)));
        strip.filter(|&(x, y)| pixel(image, x, y)[0] < 0xa0 && pixel(image, x, y)[3] == 255).count()
    };
    assert!(dark(&with) > 50, "{}", dark(&with));
}

#[test]
fn a_gif_ends_with_the_whole_tour() {
    let tour = tour("5x6", Kind::Closed);
    let film = Film::new().width(240).delay(Duration::from_millis(50));
    let bytes = gif(&tour, &film).unwrap();
    assert_eq!(bytes, gif(&tour, &film).unwrap());
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut reader = options.read_info(bytes.as_slice()).unwrap();
    let (width, height) = (u32::from(reader.width()), u32::from(reader.height()));
    let mut screen = vec![0; (width * height * 4) as usize];
    let mut delays = Vec::new();
    while let Some(frame) = reader.read_next_frame().unwrap() {
        delays.push(frame.delay);
        let (left, top) = (u32::from(frame.left), u32::from(frame.top));
        let line = usize::from(frame.width) * 4;
        for (row, pixels) in (top..).zip(frame.buffer.chunks_exact(line)) {
            let at = ((row * width + left) * 4) as usize;
            screen[at..at + line].copy_from_slice(pixels);
        }
    }
    assert_eq!(delays.len(), 30);
    assert!(delays[..29].iter().all(|&delay| delay == 5) && delays[29] == 300);
    let whole = drawn(&tour, &Options::new().theme(Theme::Light), 240);
    assert_eq!((whole.width, whole.height), (width, height));
    let far = screen
        .chunks_exact(4)
        .zip(whole.pixels.chunks_exact(4))
        .filter(|(a, b)| b[3] == 255 && (0..3).any(|channel| a[channel].abs_diff(b[channel]) > 40));
    // 256 colours are near to all of them.
    assert!(far.count() * 100 < whole.pixels.len() / 4);
}

#[test]
fn an_apng_ends_with_the_whole_tour() {
    let tour = tour("5x6", Kind::Closed);
    let film = Film::new().width(240).repeat(false);
    let bytes = apng(&tour, &film).unwrap();
    let mut reader = png::Decoder::new(Cursor::new(&bytes)).read_info().unwrap();
    let control = *reader.info().animation_control().unwrap();
    assert_eq!((control.num_frames, control.num_plays), (30, 1));
    let (width, height) = (reader.info().width, reader.info().height);
    let mut screen = vec![0; (width * height * 4) as usize];
    let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
    for _ in 0..control.num_frames {
        let info = reader.next_frame(&mut buffer).unwrap();
        let frame = *reader.info().frame_control().unwrap();
        assert_eq!((info.width, info.height), (frame.width, frame.height));
        let line = frame.width as usize * 4;
        for (row, pixels) in (frame.y_offset..).zip(buffer[..info.buffer_size()].chunks_exact(line))
        {
            let at = ((row * width + frame.x_offset) * 4) as usize;
            screen[at..at + line].copy_from_slice(pixels);
        }
    }
    let whole = drawn(&tour, &Options::new().theme(Theme::Light), 240);
    assert_eq!(screen, whole.pixels);
}

#[test]
fn long_tours_have_few_frames_and_large_ones_are_refused() {
    let bytes = gif(&tour("30x30", Kind::Closed), &Film::new().width(120)).unwrap();
    let mut reader = gif::DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
    let mut frames = 0;
    while reader.read_next_frame().unwrap().is_some() {
        frames += 1;
    }
    assert_eq!(frames, MAX_FRAMES);
    for width in [0, 5_000] {
        let film = Film::new().width(width);
        assert!(gif(&tour("5x5", Kind::Open), &film).is_err());
        assert!(apng(&tour("5x5", Kind::Open), &film).is_err());
    }
}

#[test]
fn what_is_no_drawing_is_refused() {
    assert!(Canvas::new(None).draw("<svg").is_err());
    assert!(Canvas::new(None).draw("").is_err());
    let giant = r#"<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"/>"#;
    let error = Canvas::new(None).draw(giant).unwrap_err();
    assert!(error.to_string().contains("too large"), "{error}");
}

#[test]
fn a_walk_and_the_first_steps_of_a_tour_are_drawn() {
    let board: Board = "5x5".parse().unwrap();
    let walk = ["a1", "b3", "a5", "c4"].map(|square| square.parse().unwrap());
    let mut drawing = Vec::new();
    svg::write_walk(&board, Leaper::KNIGHT, &walk, &Options::new(), &mut drawing).unwrap();
    let drawing = String::from_utf8(drawing).unwrap();
    assert!(drawing.contains("A knight’s walk of 4 squares on the 5x5 board"));
    assert!(!drawing.contains("<metadata>"));
    assert!(
        svg::write_walk(&board, Leaper::KNIGHT, &[], &Options::new(), &mut Vec::new()).is_err()
    );
    let outside = ["f1".parse().unwrap()];
    assert!(
        svg::write_walk(&board, Leaper::KNIGHT, &outside, &Options::new(), &mut Vec::new())
            .is_err()
    );
    // What the first steps show is part of the whole, in the same colours.
    let tour = tour("5x5", Kind::Open);
    let lines = |steps: u64| {
        let mut drawing = Vec::new();
        svg::write_first(&tour, steps, &Options::new(), &mut drawing).unwrap();
        let drawing = String::from_utf8(drawing).unwrap();
        drawing.lines().filter(|line| line.starts_with("<path class=\"s")).count()
    };
    assert_eq!(lines(1), 0);
    assert!(lines(5) < lines(25));
    let mut whole = Vec::new();
    svg::write_first(&tour, 25, &Options::new(), &mut whole).unwrap();
    let mut written = Vec::new();
    svg::write(&tour, None, &Options::new(), &mut written).unwrap();
    assert_eq!(whole, written);
}
