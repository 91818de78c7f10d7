//! Pages of an Ogg stream (RFC 3533).

use super::bits::crc;

/// Packets of a page: fewer than its 255 segments have room for.
const PACKETS: usize = 50;
/// A stream is alone in its file, so its number says nothing. The same speech gives the same bytes.
const SERIAL: u32 = 0x7661_616b;
const POLYNOMIAL: u32 = 0x04c1_1db7;
/// Where the checksum stands in a page.
const CHECKSUM: std::ops::Range<usize> = 22..26;
const FIRST: u8 = 2;
const LAST: u8 = 4;

/// A stream of pages.
#[derive(Debug, Default)]
pub struct Ogg {
    pages: u32,
    packets: Vec<Vec<u8>>,
    granule: u64,
}

impl Ogg {
    /// Takes a packet; `granule` tells where its end is. Appends a page where one is full.
    pub fn packet(&mut self, packet: &[u8], granule: u64, out: &mut Vec<u8>) {
        self.packets.push(packet.to_vec());
        self.granule = granule;
        if self.packets.len() >= PACKETS {
            self.page(false, out);
        }
    }

    /// Appends the packets so far as a page, if there are any.
    pub fn flush(&mut self, out: &mut Vec<u8>) {
        if !self.packets.is_empty() {
            self.page(false, out);
        }
    }

    /// Appends the last page, which ends at `granule`.
    pub fn finish(&mut self, granule: u64, out: &mut Vec<u8>) {
        self.granule = granule;
        self.page(true, out);
    }

    fn page(&mut self, last: bool, out: &mut Vec<u8>) {
        let start = out.len();
        out.extend(b"OggS\0");
        let first = if self.pages == 0 { FIRST } else { 0 };
        out.push(first | if last { LAST } else { 0 });
        out.extend(self.granule.to_le_bytes());
        out.extend(SERIAL.to_le_bytes());
        out.extend(self.pages.to_le_bytes());
        out.extend([0; CHECKSUM.end - CHECKSUM.start]);
        let mut segments = Vec::new();
        for packet in &self.packets {
            segments.extend(std::iter::repeat_n(255, packet.len() / 255));
            segments.push((packet.len() % 255) as u8);
        }
        out.push(segments.len() as u8);
        out.extend(segments);
        self.packets.drain(..).for_each(|packet| out.extend(packet));
        let sum = crc(&out[start..], POLYNOMIAL, 32);
        out[start..][CHECKSUM].copy_from_slice(&sum.to_le_bytes());
        self.pages += 1;
    }
}
