//! Random numbers that are the same in every run.

/// White noise from SplitMix64.
#[derive(Clone, Copy, Debug)]
pub struct Noise(u64);

impl Noise {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number of unit variance, approximately normal: the sum of four uniform numbers.
    pub fn normal(&mut self) -> f32 {
        // The parts are added two at a time: each sum has 32 bits.
        const PARTS: u64 = 0xffff_0000_ffff;
        let parts = self.next();
        let pairs = (parts & PARTS) + (parts >> 16 & PARTS);
        let sum = (pairs + (pairs >> 32)) as u32 as i32;
        (sum - 2 * 65_535) as f32 * (3_f32.sqrt() / 65_536.0)
    }

    /// Returns a number between -1 and 1 of triangular distribution: the difference of two uniform numbers.
    pub fn triangular(&mut self) -> f32 {
        let parts = self.next();
        let [a, b] = [parts, parts >> 16].map(|part| i32::from(part as u16));
        (a - b) as f32 / 65_536.0
    }

    /// The next 64 random bits: four uniform numbers.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}
