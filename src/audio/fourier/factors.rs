//! A transform of 600 complex numbers as 25 × 24, which share no factor, so that nothing is multiplied between the two steps. Each
//! number is multiplied and added in the order of rustfft's plan for NEON, so that both give the same bits. Only the way through
//! memory differs: rustfft spends two thirds of its instructions on putting numbers in order.

use std::array::from_fn;
use std::f64::consts::TAU;

use archmage::prelude::*;

/// Complex numbers.
pub const LENGTH: usize = LONG * SHORT;
pub const LONG: usize = 25;
const SHORT: usize = 24;
/// Transforms that are computed side by side: the lanes of a register.
pub const LANES: usize = 4;

/// The remainder by 24 that each lane has. The remainders of a number and of its mirror image add up to 24; they are in the same
/// lane of the first and the second half, but for 0 and 12, which are their own.
const REMAINDERS: [usize; SHORT] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12,
];

/// One part, real or imaginary, of all numbers: blocks of [`LANES`] remainders by 24, in each the 25 remainders by 25.
pub type Part = [f32; LENGTH];
const BLOCK: usize = LANES * LONG;
/// Between the two steps there are blocks of [`LANES`] numbers of the long step, in each the 24 lanes; the last number is alone.
const ALONE: usize = LENGTH - SHORT;

/// Where a sample lies in the input.
pub fn sample(n: usize) -> usize {
    // n = 24 long + 25 short, modulo 600.
    place(LONG - 1 - (n + LONG - 1) % LONG, n % SHORT)
}

/// Where a frequency lies in the output.
pub fn frequency(k: usize) -> usize {
    place(k % LONG, k % SHORT)
}

fn place(long: usize, short: usize) -> usize {
    let lane = REMAINDERS.iter().position(|r| *r == short).unwrap_or(0);
    lane / LANES * BLOCK + LANES * long + lane % LANES
}

/// The factors of both steps, for the transform forwards. Backwards is the same with real and imaginary parts exchanged.
pub struct Factors {
    five: [Root; 2],
    twenty_five: [[Root; 5]; 5],
    three: Root,
    twenty_four: [Root; 16],
}

impl Factors {
    pub fn new() -> Self {
        Self {
            five: [1, 2].map(|i| Root::new(i, 5)),
            twenty_five: from_fn(|x| from_fn(|y| Root::new(x * y, 25))),
            three: Root::new(1, 3),
            twenty_four: from_fn(|i| Root::new(i, 24)),
        }
    }

    /// Transforms numbers. `middle` is room for the numbers between the steps.
    #[arcane]
    pub fn transform(
        &self,
        _token: NeonToken,
        from: &[Part; 2],
        middle: &mut [Part; 2],
        to: &mut [Part; 2],
    ) {
        self.long(from, middle);
        self.short(middle, to);
    }

    /// The step of 25.
    #[rite(neon, import_intrinsics)]
    fn long(&self, from: &[Part; 2], to: &mut [Part; 2]) {
        let [from_re, from_im] = from.each_ref().map(|part| part.as_chunks::<LANES>().0);
        let [to_re, to_im] = to.each_mut().map(|part| part.as_chunks_mut::<LANES>().0);
        for block in 0..SHORT / LANES {
            let (re, im) = (
                &from_re[LONG * block..][..LONG],
                &from_im[LONG * block..][..LONG],
            );
            let x = |n: usize| Numbers(vld1q_f32(&re[n]), vld1q_f32(&im[n]));
            let out = self.of_25(from_fn(x));
            // Four numbers of each lane side by side.
            for quad in 0..LONG / LANES {
                let at = SHORT * quad + LANES * block;
                let [a, b, c, d] = [0, 1, 2, 3].map(|n| out[LANES * quad + n]);
                let re = to_re[at..].as_flattened_mut().first_chunk_mut();
                let im = to_im[at..].as_flattened_mut().first_chunk_mut();
                if let (Some(re), Some(im)) = (re, im) {
                    vst4q_f32(re, float32x4x4_t(a.0, b.0, c.0, d.0));
                    vst4q_f32(im, float32x4x4_t(a.1, b.1, c.1, d.1));
                }
            }
            let at = SHORT * (LONG / LANES) + block;
            vst1q_f32(&mut to_re[at], out[LONG - 1].0);
            vst1q_f32(&mut to_im[at], out[LONG - 1].1);
        }
    }

    /// The step of 24.
    #[rite(neon, import_intrinsics)]
    fn short(&self, from: &[Part; 2], to: &mut [Part; 2]) {
        let [from_re, from_im] = from.each_ref().map(|part| part.as_chunks::<LANES>().0);
        let [to_re, to_im] = to;
        for block in 0..LONG / LANES {
            let (re, im) = (
                &from_re[SHORT * block..][..SHORT],
                &from_im[SHORT * block..][..SHORT],
            );
            let y = |n: usize| Numbers(vld1q_f32(&re[LANE_OF[n]]), vld1q_f32(&im[LANE_OF[n]]));
            let out = self.of_24::<true>(from_fn(y));
            for quad in 0..SHORT / LANES {
                let at = BLOCK * quad + LANES * LANES * block;
                let [a, b, c, d] = [0, 1, 2, 3].map(|n| out[REMAINDERS[LANES * quad + n]]);
                let re = to_re[at..].first_chunk_mut();
                let im = to_im[at..].first_chunk_mut();
                if let (Some(re), Some(im)) = (re, im) {
                    vst4q_f32(re, float32x4x4_t(a.0, b.0, c.0, d.0));
                    vst4q_f32(im, float32x4x4_t(a.1, b.1, c.1, d.1));
                }
            }
        }
        // The last number is alone, in all lanes.
        let [re, im] = from.each_ref().map(|part| &part[ALONE..]);
        let y = |n: usize| Numbers(vdupq_n_f32(re[LANE_OF[n]]), vdupq_n_f32(im[LANE_OF[n]]));
        let out = self.of_24::<false>(from_fn(y));
        for (lane, remainder) in REMAINDERS.into_iter().enumerate() {
            let at = lane / LANES * BLOCK + LANES * (LONG - 1) + lane % LANES;
            to_re[at] = vgetq_lane_f32::<0>(out[remainder].0);
            to_im[at] = vgetq_lane_f32::<0>(out[remainder].1);
        }
    }

    #[rite(neon)]
    fn of_25(&self, x: [Numbers; LONG]) -> [Numbers; 25] {
        let first = |r: usize| [x[r], x[r + 5], x[r + 10], x[r + 15], x[r + 20]];
        let w = &self.twenty_five;
        let turned = |row: [Numbers; 5], r: usize| {
            [
                row[0],
                row[1].times(w[r][1]),
                row[2].times(w[r][2]),
                row[3].times(w[r][3]),
                row[4].times(w[r][4]),
            ]
        };
        let a = self.of_5::<true>(first(0));
        let b = turned(self.of_5::<true>(first(1)), 1);
        let c = turned(self.of_5::<true>(first(2)), 2);
        let d = turned(self.of_5::<true>(first(3)), 3);
        let e = turned(self.of_5::<false>(first(4)), 4);
        let column = |n: usize| [a[n], b[n], c[n], d[n], e[n]];
        let v = self.of_5::<true>(column(0));
        let w = self.of_5::<true>(column(1));
        let x = self.of_5::<true>(column(2));
        let y = self.of_5::<true>(column(3));
        let z = self.of_5::<false>(column(4));
        [
            v[0], w[0], x[0], y[0], z[0], v[1], w[1], x[1], y[1], z[1], v[2], w[2], x[2], y[2],
            z[2], v[3], w[3], x[3], y[3], z[3], v[4], w[4], x[4], y[4], z[4],
        ]
    }

    /// rustfft computes five transforms of five as two pairs and one alone. Those of a pair round each product.
    #[rite(neon)]
    fn of_5<const PAIR: bool>(&self, [a, b, c, d, e]: [Numbers; 5]) -> [Numbers; 5] {
        let [w1, w2] = self.five;
        let (be, cd) = (b.plus(e), c.plus(d));
        let (b_e, c_d) = (b.minus(e), c.minus(d));
        let sum = |x: Numbers, by_x: f32, y: Numbers, by_y: f32| match PAIR {
            true => x.scaled(by_x).plus(y.scaled(by_y)),
            false => x.scaled(by_x).plus_product(y, by_y),
        };
        let near = a.plus(sum(be, w1.0, cd, w2.0));
        let far = a.plus(match PAIR {
            true => cd.scaled(w1.0).plus(be.scaled(w2.0)),
            false => be.scaled(w2.0).plus_product(cd, w1.0),
        });
        let near_turned = sum(b_e, w1.1, c_d, w2.1).turned_left();
        let far_turned = match PAIR {
            true => b_e.scaled(w2.1).minus(c_d.scaled(w1.1)),
            false => b_e.scaled(w2.1).plus_product(c_d, -w1.1),
        };
        let far_turned = far_turned.turned_left();
        [
            a.plus(be.plus(cd)),
            near.plus(near_turned),
            far.plus(far_turned),
            far.minus(far_turned),
            near.minus(near_turned),
        ]
    }

    /// rustfft computes 25 transforms of 24 as twelve pairs and one alone. Those of a pair turn by eighths without a product of
    /// two complex numbers.
    #[rite(neon)]
    fn of_24<const PAIR: bool>(&self, y: [Numbers; SHORT]) -> [Numbers; 24] {
        let w = &self.twenty_four;
        let column = |i: usize| [y[i], y[i + 6], y[i + 12], y[i + 18]];
        let alone = |[a, b, c, d]: [Numbers; 4], i: usize| {
            [
                a,
                b.times_fused(w[i]),
                c.times_fused(w[2 * i]),
                d.times_fused(w[3 * i]),
            ]
        };
        let first = of_4(column(0));
        let [second, third, fourth, fifth, sixth] = if PAIR {
            let [a, b, c, d] = of_4(column(1));
            let second = [a, b.times_fused(w[1]), c.times_fused(w[2]), d.eighth()];
            let [a, b, c, d] = of_4(column(2));
            let third = [
                a,
                b.times_fused(w[2]),
                c.times_fused(w[4]),
                d.turned_right(),
            ];
            let [a, b, c, d] = of_4(column(3));
            let fourth = [a, b.eighth(), c.turned_right(), d.three_eighths()];
            let [a, b, c, d] = of_4(column(4));
            let fifth = [a, b.times_fused(w[4]), c.times_fused(w[8]), d.negated()];
            let [a, b, c, d] = of_4(column(5));
            let sixth = [
                a,
                b.times_fused(w[5]),
                c.times_fused(w[10]),
                d.five_eighths(),
            ];
            [second, third, fourth, fifth, sixth]
        } else {
            [
                alone(of_4(column(1)), 1),
                alone(of_4(column(2)), 2),
                alone(of_4(column(3)), 3),
                alone(of_4(column(4)), 4),
                alone(of_4(column(5)), 5),
            ]
        };
        let row = |m: usize| [first[m], second[m], third[m], fourth[m], fifth[m], sixth[m]];
        let (a, b) = (self.of_6(row(0)), self.of_6(row(1)));
        let (c, d) = (self.of_6(row(2)), self.of_6(row(3)));
        [
            a[0], b[0], c[0], d[0], a[1], b[1], c[1], d[1], a[2], b[2], c[2], d[2], a[3], b[3],
            c[3], d[3], a[4], b[4], c[4], d[4], a[5], b[5], c[5], d[5],
        ]
    }

    #[rite(neon)]
    fn of_6(&self, [a, b, c, d, e, f]: [Numbers; 6]) -> [Numbers; 6] {
        let even = self.of_3([a, c, e]);
        let odd = self.of_3([d, f, b]);
        [
            even[0].plus(odd[0]),
            even[1].minus(odd[1]),
            even[2].plus(odd[2]),
            even[0].minus(odd[0]),
            even[1].plus(odd[1]),
            even[2].minus(odd[2]),
        ]
    }

    #[rite(neon)]
    fn of_3(&self, [a, b, c]: [Numbers; 3]) -> [Numbers; 3] {
        let (sum, turned) = (b.plus(c), b.minus(c).turned_left());
        let middle = a.plus_product(sum, self.three.0);
        [
            a.plus(sum),
            middle.plus_product(turned, self.three.1),
            middle.plus_product(turned, -self.three.1),
        ]
    }
}

/// The lane of each remainder by 24.
const LANE_OF: [usize; SHORT] = {
    let mut lanes = [0; SHORT];
    let mut lane = 0;
    while lane < SHORT {
        lanes[REMAINDERS[lane]] = lane;
        lane += 1;
    }
    lanes
};

#[rite(neon)]
fn of_4([a, b, c, d]: [Numbers; 4]) -> [Numbers; 4] {
    let (even, even_less) = (a.plus(c), a.minus(c));
    let (odd, odd_less) = (b.plus(d), b.minus(d).turned_right());
    [
        even.plus(odd),
        even_less.plus(odd_less),
        even.minus(odd),
        even_less.minus(odd_less),
    ]
}

/// Complex numbers, one in each lane.
#[derive(Clone, Copy)]
pub struct Numbers(pub float32x4_t, pub float32x4_t);

/// A root of unity.
#[derive(Clone, Copy)]
pub struct Root(pub f32, pub f32);

impl Root {
    pub fn new(index: usize, length: usize) -> Self {
        let angle = -TAU / length as f64 * index as f64;
        Self(angle.cos() as f32, angle.sin() as f32)
    }
}

impl Numbers {
    #[rite(neon)]
    pub fn plus(self, other: Self) -> Self {
        Self(vaddq_f32(self.0, other.0), vaddq_f32(self.1, other.1))
    }

    #[rite(neon)]
    pub fn minus(self, other: Self) -> Self {
        Self(vsubq_f32(self.0, other.0), vsubq_f32(self.1, other.1))
    }

    #[rite(neon)]
    fn negated(self) -> Self {
        Self(vnegq_f32(self.0), vnegq_f32(self.1))
    }

    #[rite(neon)]
    fn scaled(self, by: f32) -> Self {
        Self(vmulq_n_f32(self.0, by), vmulq_n_f32(self.1, by))
    }

    /// Adds a product, which is not rounded by itself.
    #[rite(neon)]
    fn plus_product(self, other: Self, by: f32) -> Self {
        Self(
            vfmaq_n_f32(self.0, other.0, by),
            vfmaq_n_f32(self.1, other.1, by),
        )
    }

    #[rite(neon)]
    fn times(self, by: Root) -> Self {
        let re = vsubq_f32(vmulq_n_f32(self.0, by.0), vmulq_n_f32(self.1, by.1));
        let im = vaddq_f32(vmulq_n_f32(self.0, by.1), vmulq_n_f32(self.1, by.0));
        Self(re, im)
    }

    /// The same, where one of two products is not rounded by itself.
    #[rite(neon)]
    fn times_fused(self, by: Root) -> Self {
        Self(
            vfmaq_n_f32(vmulq_n_f32(self.1, -by.1), self.0, by.0),
            vfmaq_n_f32(vmulq_n_f32(self.0, by.1), self.1, by.0),
        )
    }

    #[rite(neon)]
    fn turned_left(self) -> Self {
        Self(vnegq_f32(self.1), self.0)
    }

    #[rite(neon)]
    fn turned_right(self) -> Self {
        Self(self.1, vnegq_f32(self.0))
    }

    /// Turned right by an eighth of a turn; the next ones likewise.
    #[rite(neon)]
    fn eighth(self) -> Self {
        self.turned_right().plus(self).scaled(0.5_f32.sqrt())
    }

    #[rite(neon)]
    fn three_eighths(self) -> Self {
        self.turned_right().minus(self).scaled(0.5_f32.sqrt())
    }

    #[rite(neon)]
    fn five_eighths(self) -> Self {
        self.turned_right().plus(self).scaled(-(0.5_f32.sqrt()))
    }
}
