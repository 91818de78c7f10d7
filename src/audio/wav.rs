//! PCM as bytes, raw or in a WAV file.

use byteorder::{ByteOrder, LittleEndian};

const HEADER: usize = 44;
const BYTES_A_SAMPLE: u16 = 2;
const PCM: u16 = 1;

/// Returns the header of a mono 16-bit WAV file. `sample_rate` is in Hz; `bytes` is the size of the PCM that follows,
/// `None` if it is not yet known.
pub fn wav_header(sample_rate: u32, bytes: Option<u32>) -> [u8; HEADER] {
    // Players treat the maximum as a stream of unknown length.
    let data = bytes.unwrap_or(u32::MAX);
    let mut header = [0; HEADER];
    header[0..4].copy_from_slice(b"RIFF");
    LittleEndian::write_u32(&mut header[4..8], data.saturating_add(HEADER as u32 - 8));
    header[8..16].copy_from_slice(b"WAVEfmt ");
    LittleEndian::write_u32(&mut header[16..20], 16);
    LittleEndian::write_u16(&mut header[20..22], PCM);
    LittleEndian::write_u16(&mut header[22..24], 1);
    LittleEndian::write_u32(&mut header[24..28], sample_rate);
    LittleEndian::write_u32(&mut header[28..32], sample_rate * u32::from(BYTES_A_SAMPLE));
    LittleEndian::write_u16(&mut header[32..34], BYTES_A_SAMPLE);
    LittleEndian::write_u16(&mut header[34..36], 8 * BYTES_A_SAMPLE);
    header[36..40].copy_from_slice(b"data");
    LittleEndian::write_u32(&mut header[40..44], data);
    header
}

/// Replaces the content of `out` by PCM as little-endian bytes.
pub fn pcm_bytes(pcm: &[i16], out: &mut Vec<u8>) {
    out.resize(pcm.len() * usize::from(BYTES_A_SAMPLE), 0);
    LittleEndian::write_i16_into(pcm, out);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_tells_mono_16_bit_and_both_lengths() {
        let header = wav_header(24_000, Some(4800));
        assert_eq!(&header[..16], b"RIFF\xe4\x12\0\0WAVEfmt ");
        assert_eq!(&header[16..28], b"\x10\0\0\0\x01\0\x01\0\xc0\x5d\0\0");
        assert_eq!(&header[28..36], b"\x80\xbb\0\0\x02\0\x10\0");
        assert_eq!(&header[36..], b"data\xc0\x12\0\0");
    }

    #[test]
    fn a_stream_has_the_greatest_length() {
        let header = wav_header(24_000, None);
        assert_eq!(&header[4..8], &[0xff; 4]);
        assert_eq!(&header[40..], &[0xff; 4]);
    }

    #[test]
    fn pcm_is_little_endian() {
        let mut out = vec![9; 9];
        pcm_bytes(&[1, -2], &mut out);
        assert_eq!(out, [1, 0, 0xfe, 0xff]);
    }
}
