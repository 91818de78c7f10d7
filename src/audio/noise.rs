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
        let sum: i64 = self.parts().iter().map(|&part| i64::from(part)).sum();
        (sum - 2 * 65_535) as f32 * (3_f32.sqrt() / 65_536.0)
    }

    /// Returns a number between -1 and 1 of triangular distribution: the difference of two uniform numbers.
    pub fn triangular(&mut self) -> f32 {
        let [a, b, ..] = self.parts();
        (i32::from(a) - i32::from(b)) as f32 / 65_536.0
    }

    fn parts(&mut self) -> [u16; 4] {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        std::array::from_fn(|i| (z >> (16 * i)) as u16)
    }
}
