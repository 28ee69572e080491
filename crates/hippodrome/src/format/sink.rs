//! A buffer in front of a writer that puts numbers and squares without the machinery of `fmt`.

use std::io;

use crate::board::Board;
use crate::square::Square;

/// How much is collected before it is handed on.
const FULL: usize = 1 << 16;

/// The longest piece that is put at once.
const ROOM: usize = 64;

/// Collects bytes and hands them to a writer in large pieces.
pub(crate) struct Sink<'a> {
    out: &'a mut dyn io::Write,
    /// As long as `FULL` and `ROOM` together; the first `len` bytes are waiting.
    buffer: Box<[u8]>,
    len: usize,
}

impl<'a> Sink<'a> {
    pub(crate) fn new(out: &'a mut dyn io::Write) -> Self {
        Self { out, buffer: vec![0; FULL + ROOM].into_boxed_slice(), len: 0 }
    }

    /// Hands everything on; what was put is lost if this is not called.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.hand_on()
    }

    #[cold]
    fn hand_on(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer[..self.len])?;
        self.len = 0;
        Ok(())
    }

    /// Puts the first `len` of `N` bytes, at most `ROOM`. Copying all `N`, a number known when this
    /// is compiled, costs less than copying as many as are wanted.
    #[inline]
    fn put<const N: usize>(&mut self, bytes: &[u8; N], len: usize) -> io::Result<()> {
        const { assert!(N <= ROOM) };
        if let Some(place) = self.buffer[self.len..].first_chunk_mut() {
            *place = *bytes;
        }
        self.len += len;
        if self.len >= FULL { self.hand_on() } else { Ok(()) }
    }

    /// A text that is known when this is compiled.
    #[inline]
    pub(crate) fn mark<const N: usize>(&mut self, bytes: &[u8; N]) -> io::Result<()> {
        self.put(bytes, N)
    }

    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        self.bytes(text.as_bytes())
    }

    pub(crate) fn bytes(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while let Some((chunk, rest)) = bytes.split_first_chunk::<ROOM>() {
            self.put(chunk, ROOM)?;
            bytes = rest;
        }
        self.buffer[self.len..self.len + bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
        if self.len >= FULL { self.hand_on() } else { Ok(()) }
    }

    #[inline]
    pub(crate) fn number(&mut self, number: u64) -> io::Result<()> {
        let mut digits = Digits::default();
        let (window, len) = digits.window(number);
        self.put(window, len)
    }

    #[inline]
    pub(crate) fn signed(&mut self, number: i64) -> io::Result<()> {
        if number < 0 {
            self.mark(b"-")?;
        }
        self.number(number.unsigned_abs())
    }

    /// The bytes after as many blanks as make `width` in all.
    pub(crate) fn right(&mut self, bytes: &[u8], width: usize) -> io::Result<()> {
        let blanks = width.saturating_sub(bytes.len());
        if blanks < ROOM {
            self.put(&[b' '; ROOM], blanks)?;
        } else {
            for _ in 0..blanks {
                self.mark(b" ")?;
            }
        }
        self.bytes(bytes)
    }

    /// A square's algebraic name.
    #[inline]
    pub(crate) fn square(&mut self, square: Square) -> io::Result<()> {
        let mut letters = Letters::default();
        let (window, len) = letters.window(square.col);
        self.put(window, len)?;
        self.number(square.row as u64 + 1)
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

/// The most digits of a 64-bit number.
const MOST_DIGITS: usize = 20;

/// Room for the decimal digits of a number, and for a window of `MOST_DIGITS` from the first one.
pub(crate) struct Digits([u8; 2 * MOST_DIGITS]);

impl Default for Digits {
    fn default() -> Self {
        Self([0; 2 * MOST_DIGITS])
    }
}

impl Digits {
    /// Puts the digits, two at a time from the right; says where they begin.
    #[inline]
    fn put(&mut self, mut number: u64) -> usize {
        let mut at = MOST_DIGITS;
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
        at
    }

    /// The digits.
    pub(crate) fn of(&mut self, number: u64) -> &[u8] {
        let at = self.put(number);
        &self.0[at..MOST_DIGITS]
    }

    /// The digits and what is behind them, and how many there are.
    #[inline]
    fn window(&mut self, number: u64) -> (&[u8; MOST_DIGITS], usize) {
        let at = self.put(number);
        let window = self.0[at..].first_chunk().expect("the digits begin in the first half");
        (window, MOST_DIGITS - at)
    }
}

/// The most letters of a file.
const MOST_LETTERS: usize = 7;

/// Room for the letters of a file, and for a window of `MOST_LETTERS` from the first one.
#[derive(Default)]
pub(crate) struct Letters([u8; 2 * MOST_LETTERS]);

impl Letters {
    /// Puts the letters of a file counted from 0, in bijective base 26; says where they begin.
    #[inline]
    fn put(&mut self, col: u32) -> usize {
        let mut rest = col as u64 + 1;
        let mut at = MOST_LETTERS;
        while rest > 0 {
            rest -= 1;
            at -= 1;
            self.0[at] = b'a' + (rest % 26) as u8;
            rest /= 26;
        }
        at
    }

    /// The letters.
    pub(crate) fn of(&mut self, col: u32) -> &[u8] {
        let at = self.put(col);
        &self.0[at..MOST_LETTERS]
    }

    #[inline]
    fn window(&mut self, col: u32) -> (&[u8; MOST_LETTERS], usize) {
        let at = self.put(col);
        let window = self.0[at..].first_chunk().expect("the letters begin in the first half");
        (window, MOST_LETTERS - at)
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
