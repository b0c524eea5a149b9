//! Where the pages of a TIFF are: faxes and scanners put many into one file, and decoders open the first.

use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::ops::Range;

/// The most pages that are read.
const MAX_PAGES: usize = 5_000;

/// The tag that tells previews and masks from pages, and what it says of them: smaller copy, mask.
const KIND_TAG: u16 = 254;
const NO_PAGE: u32 = 0b101;

/// Length of an entry of a directory.
const ENTRY: usize = 12;

/// A picture's bytes as a decoder opens them: from a page other than the first where one was asked for.
#[derive(Debug, Clone)]
pub(super) struct PictureBytes<'bytes> {
    /// The start of the file, with the place of the page.
    head: [u8; 8],
    bytes: &'bytes [u8],
    at: u64,
}

impl<'bytes> PictureBytes<'bytes> {
    /// A page, from 1; `None`: there is no such page. Anything but a TIFF has one.
    pub(super) fn of(bytes: &'bytes [u8], page: u32) -> Option<Self> {
        let mut head = [0; 8];
        let known = bytes.len().min(8);
        head.get_mut(..known)?.copy_from_slice(bytes.get(..known)?);
        let order = Order::of(bytes);
        match order {
            None if page == 1 => {}
            None => return None,
            Some(order) => {
                let at = usize::try_from(page).ok()?.checked_sub(1)?;
                let starts = page_starts(bytes);
                // A file whose pages cannot be found is left to the decoder, which names what is wrong.
                if !(starts.is_empty() && page == 1) {
                    head.get_mut(4..)?
                        .copy_from_slice(&order.written(*starts.get(at)?));
                }
            }
        }
        Some(Self { head, bytes, at: 0 })
    }
}

impl Read for PictureBytes<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut rest = self.fill_buf()?;
        let count = rest.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for PictureBytes<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let at = usize::try_from(self.at).unwrap_or(usize::MAX);
        let head = self.head.get(..self.bytes.len().min(8)).unwrap_or_default();
        Ok(match head.get(at..) {
            Some(rest) if !rest.is_empty() => rest,
            _ => self.bytes.get(at..).unwrap_or_default(),
        })
    }

    fn consume(&mut self, count: usize) {
        self.at = self.at.saturating_add(count as u64);
    }
}

impl Seek for PictureBytes<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let length = self.bytes.len() as u64;
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => length.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.at)
    }
}

/// How many pages a picture has: those of a TIFF, else one.
pub(super) fn page_count(bytes: &[u8]) -> u32 {
    u32::try_from(page_starts(bytes).len()).unwrap_or(1).max(1)
}

/// Where the directory of each page stands; smaller copies and masks are no pages. Empty for anything but a TIFF.
fn page_starts(bytes: &[u8]) -> Vec<u32> {
    let mut starts = Vec::new();
    let mut seen = Vec::new();
    let Some(order) = Order::of(bytes) else {
        return starts;
    };
    let mut next = order.long(bytes, 4);
    while let Some(start) = next.filter(|start| *start != 0 && !seen.contains(start)) {
        if seen.len() == MAX_PAGES {
            break;
        }
        seen.push(start);
        let Some(directory) = Directory::at(bytes, order, start) else {
            break;
        };
        if directory.kind(bytes, order) & NO_PAGE == 0 {
            starts.push(start);
        }
        next = order.long(bytes, directory.entries.end);
    }
    starts
}

/// A directory's entries.
struct Directory {
    entries: Range<usize>,
}

impl Directory {
    fn at(bytes: &[u8], order: Order, start: u32) -> Option<Self> {
        let start = usize::try_from(start).ok()?;
        let count = usize::from(order.short(bytes, start)?);
        let first = start.checked_add(2)?;
        let end = first.checked_add(count.checked_mul(ENTRY)?)?;
        (end <= bytes.len()).then_some(Self {
            entries: first..end,
        })
    }

    fn kind(&self, bytes: &[u8], order: Order) -> u32 {
        let tag = |at: &usize| order.short(bytes, *at) == Some(KIND_TAG);
        let found = self.entries.clone().step_by(ENTRY).find(tag);
        found.and_then(|at| order.long(bytes, at + 8)).unwrap_or(0)
    }
}

/// Which byte of a number comes first.
#[derive(Debug, Clone, Copy)]
enum Order {
    Little,
    Big,
}

impl Order {
    /// `None`: it is no TIFF.
    fn of(bytes: &[u8]) -> Option<Self> {
        match bytes.get(..4)? {
            b"II*\0" => Some(Self::Little),
            b"MM\0*" => Some(Self::Big),
            _ => None,
        }
    }

    fn short(self, bytes: &[u8], at: usize) -> Option<u16> {
        let two = bytes.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(match self {
            Self::Little => u16::from_le_bytes(two),
            Self::Big => u16::from_be_bytes(two),
        })
    }

    fn long(self, bytes: &[u8], at: usize) -> Option<u32> {
        let four = bytes.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(match self {
            Self::Little => u32::from_le_bytes(four),
            Self::Big => u32::from_be_bytes(four),
        })
    }

    const fn written(self, number: u32) -> [u8; 4] {
        match self {
            Self::Little => number.to_le_bytes(),
            Self::Big => number.to_be_bytes(),
        }
    }
}
