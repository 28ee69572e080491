//! A buffer in front of a writer that puts numbers and squares without the machinery of `fmt`.

use std::io;

use crate::board::Board;
use crate::square::Square;

/// The buffer is handed on when it holds this much.
const FULL: usize = 1 << 16;

/// The longest piece that is put without asking for room again.
const ROOM: usize = 64;

/// Collects bytes and hands them to a writer in large pieces.
pub(crate) struct Sink<'a> {
    out: &'a mut dyn io::Write,
    buffer: Vec<u8>,
}

impl<'a> Sink<'a> {
    pub(crate) fn new(out: &'a mut dyn io::Write) -> Self {
        Self { out, buffer: Vec::with_capacity(FULL) }
    }

    /// Hands everything on; what was put is lost if this is not called.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.out.write_all(&self.buffer)
    }

    fn make_room(&mut self) -> io::Result<()> {
        if self.buffer.len() > FULL - ROOM {
            self.out.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }

    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        self.bytes(text.as_bytes())
    }

    pub(crate) fn bytes(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while bytes.len() > ROOM {
            let (now, later) = bytes.split_at(ROOM);
            self.make_room()?;
            self.buffer.extend_from_slice(now);
            bytes = later;
        }
        self.make_room()?;
        self.buffer.extend_from_slice(bytes);
        Ok(())
    }

    pub(crate) fn number(&mut self, number: u64) -> io::Result<()> {
        let mut digits = Digits::default();
        self.bytes(digits.of(number))
    }

    pub(crate) fn signed(&mut self, number: i64) -> io::Result<()> {
        if number < 0 {
            self.bytes(b"-")?;
        }
        self.number(number.unsigned_abs())
    }

    /// The bytes after as many blanks as make `width` in all.
    pub(crate) fn right(&mut self, bytes: &[u8], width: usize) -> io::Result<()> {
        for _ in bytes.len()..width {
            self.bytes(b" ")?;
        }
        self.bytes(bytes)
    }

    /// A square's algebraic name.
    pub(crate) fn square(&mut self, square: Square) -> io::Result<()> {
        self.make_room()?;
        let mut letters = Letters::default();
        self.buffer.extend_from_slice(letters.of(square.col));
        let mut digits = Digits::default();
        self.buffer.extend_from_slice(digits.of(square.row as u64 + 1));
        Ok(())
    }
}

const PAIRS: [u8; 200] = {
    let mut pairs = [0; 200];
    let mut n = 0;
    while n < 100 {
        pairs[2 * n] = b'0' + (n / 10) as u8;
        pairs[2 * n + 1] = b'0' + (n % 10) as u8;
        n += 1;
    }
    pairs
};

/// Room for the decimal digits of a number.
#[derive(Default)]
pub(crate) struct Digits([u8; 20]);

impl Digits {
    /// The digits, two at a time from the right.
    pub(crate) fn of(&mut self, mut number: u64) -> &[u8] {
        let mut at = self.0.len();
        while number >= 100 {
            let pair = 2 * (number % 100) as usize;
            number /= 100;
            at -= 2;
            self.0[at..at + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
        }
        if number >= 10 {
            let pair = 2 * number as usize;
            at -= 2;
            self.0[at..at + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
        } else {
            at -= 1;
            self.0[at] = b'0' + number as u8;
        }
        &self.0[at..]
    }
}

/// Room for the letters of a file.
#[derive(Default)]
pub(crate) struct Letters([u8; 7]);

impl Letters {
    /// The letters of a file counted from 0, in bijective base 26.
    pub(crate) fn of(&mut self, col: u32) -> &[u8] {
        let mut rest = col as u64 + 1;
        let mut at = self.0.len();
        while rest > 0 {
            rest -= 1;
            at -= 1;
            self.0[at] = b'a' + (rest % 26) as u8;
            rest /= 26;
        }
        &self.0[at..]
    }
}

/// The number of decimal digits of a number.
pub(crate) fn width(number: u64) -> usize {
    Digits::default().of(number).len()
}

/// The number of letters of a board's last file, the longest name of a file.
pub(crate) fn letters_width(board: &Board) -> usize {
    Letters::default().of((board.cols() - 1) as u32).len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_and_squares_are_as_fmt_prints_them(
            number: u64, small in 0u64..2000, negative: i64, row: u32, col: u32, few in 0u32..800,
        ) {
            let mut out = Vec::new();
            let mut sink = Sink::new(&mut out);
            let squares = [Square::new(row, col), Square::new(few, few)];
            sink.number(number).unwrap();
            sink.text(" ").unwrap();
            sink.number(small).unwrap();
            sink.text(" ").unwrap();
            sink.signed(negative).unwrap();
            for square in squares {
                sink.text(" ").unwrap();
                sink.square(square).unwrap();
            }
            sink.finish().unwrap();
            let expected = format!("{number} {small} {negative} {} {}", squares[0], squares[1]);
            prop_assert_eq!(String::from_utf8(out).unwrap(), expected);
        }

        #[test]
        fn long_texts_go_through_whole(text in "[a-c]{0,300}", times in 0usize..600) {
            let mut out = Vec::new();
            let mut sink = Sink::new(&mut out);
            for _ in 0..times {
                sink.text(&text).unwrap();
            }
            sink.finish().unwrap();
            prop_assert_eq!(String::from_utf8(out).unwrap(), text.repeat(times));
        }
    }
}
