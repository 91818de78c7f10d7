//! Bits to bytes, the most significant first, and the checksums of FLAC and Ogg.

/// Bytes that are written bit by bit.
#[derive(Debug, Default)]
pub struct Bits {
    bytes: Vec<u8>,
    /// Bits that are no byte yet, fewer than eight.
    rest: u64,
    count: u32,
}

impl Bits {
    /// Appends the `count` lowest bits of `value`, 32 at most.
    pub fn push(&mut self, value: u32, count: u32) {
        debug_assert!(count <= 32);
        let mask = (1u64 << count) - 1;
        self.rest = self.rest << count | u64::from(value) & mask;
        self.count += count;
        while self.count >= 8 {
            self.count -= 8;
            self.bytes.push((self.rest >> self.count) as u8);
            self.rest &= (1 << self.count) - 1;
        }
    }

    /// Appends zeros and a one.
    pub fn unary(&mut self, mut zeros: u32) {
        while zeros >= 32 {
            self.push(0, 32);
            zeros -= 32;
        }
        self.push(0, zeros);
        self.push(1, 1);
    }

    /// Fills up the last byte with zeros.
    pub fn align(&mut self) {
        if self.count > 0 {
            self.push(0, 8 - self.count);
        }
    }

    /// The whole bytes so far.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// All bytes, the last filled up with zeros.
    pub fn into_bytes(mut self) -> Vec<u8> {
        self.align();
        self.bytes
    }
}

/// A checksum of `width` bits, most significant bit first, from zero.
pub fn crc(bytes: &[u8], polynomial: u32, width: u32) -> u32 {
    let top = 1 << (width - 1);
    let mask = u32::MAX >> (32 - width);
    let step = |sum: u32, byte: &u8| {
        let sum = sum ^ u32::from(*byte) << (width - 8);
        (0..8).fold(sum, |sum, _| match sum & top {
            0 => sum << 1 & mask,
            _ => (sum << 1 ^ polynomial) & mask,
        })
    };
    bytes.iter().fold(0, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_written_from_the_highest() {
        let mut bits = Bits::default();
        bits.push(0b101, 3);
        bits.unary(3);
        bits.push(0xffff_ffff, 32);
        assert_eq!(
            bits.into_bytes(),
            [0b1010_0011, 255, 255, 255, 0b1111_1110 & 0xfe]
        );
        let mut long = Bits::default();
        long.unary(70);
        assert_eq!(long.into_bytes(), [0, 0, 0, 0, 0, 0, 0, 0, 0b0000_0010]);
    }

    #[test]
    fn checksums_are_those_of_the_standards() {
        // The check values of CRC-8/SMBUS, CRC-16/UMTS, and Ogg's own.
        assert_eq!(crc(b"123456789", 0x07, 8), 0xf4);
        assert_eq!(crc(b"123456789", 0x8005, 16), 0xfee8);
        assert_eq!(crc(b"123456789", 0x04c1_1db7, 32), 0x89a1_897f);
    }
}
