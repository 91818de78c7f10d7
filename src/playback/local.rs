//! The devices of this machine. Only this file uses cpal.

use std::thread;
use std::time::Duration;

use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{
    BufferSize, DeviceId, ErrorKind, FromSample, SampleFormat, SizedSample, StreamConfig,
    SupportedBufferSize, SupportedStreamConfigRange,
};

use super::device::{Device, DeviceError, Open};
use super::feed::{Feed, Watch};

/// The name of the default device on any system.
pub const DEFAULT: &str = "default";
/// Rates in Hz, best first: those that nearly all hardware runs at natively, then those it may support.
const RATES: [u32; 5] = [48_000, 44_100, 24_000, 16_000, 8_000];
/// Sample formats, best first.
const FORMATS: [SampleFormat; 4] = [
    SampleFormat::I16,
    SampleFormat::I32,
    SampleFormat::I24,
    SampleFormat::F32,
];
/// The period in milliseconds. The device holds two periods: enough for a busy machine, and no delay for a stop, which
/// drops them.
const PERIOD_MS: u32 = 30;
/// How long the thread of a failed device sleeps before it fails again.
const PAUSE: Duration = Duration::from_millis(20);

/// A device of this machine, by its name.
#[derive(Debug)]
pub struct Local(pub String);

/// Returns the name and the description of each device.
///
/// # Errors
///
/// [`DeviceError::System`] if the system does not list them.
pub fn devices() -> Result<Vec<(String, String)>, DeviceError> {
    let devices = cpal::default_host().output_devices();
    let named = devices
        .map_err(system)?
        .filter_map(|device| Some((device.id().ok()?.id().to_owned(), device.to_string())));
    let mut all = vec![(DEFAULT.to_owned(), "the usual device".to_owned())];
    all.extend(named.filter(|(name, _)| name != DEFAULT));
    Ok(all)
}

impl Device for Local {
    fn open(&self, feed: Feed, watch: Watch) -> Result<Open, DeviceError> {
        let told = Told::here();
        self.opened(feed, watch)
            .map_err(|error| told.because(error))
    }
}

impl Local {
    fn opened(&self, feed: Feed, watch: Watch) -> Result<Open, DeviceError> {
        let host = cpal::default_host();
        let device = match self.0.as_str() {
            DEFAULT => host.default_output_device(),
            name => host.device_by_id(&DeviceId::new(host.id(), name)),
        };
        let device = device.ok_or(DeviceError::NotFound)?;
        let offers = device.supported_output_configs();
        let offers: Vec<_> = offers.map_err(system)?.collect();
        let (format, config) = choose(&offers).ok_or(DeviceError::Unsupported)?;
        let stream = match format {
            SampleFormat::I16 => stream::<i16>(&device, config, feed, watch),
            SampleFormat::I24 => stream::<cpal::I24>(&device, config, feed, watch),
            SampleFormat::I32 => stream::<i32>(&device, config, feed, watch),
            _ => stream::<f32>(&device, config, feed, watch),
        };
        let stream = stream.map_err(system)?;
        Ok(Open::new(config.sample_rate, stream))
    }
}

/// What the system's library tells of a failure. ALSA's writes it to standard error, several lines for each attempt, unless
/// the thread that calls it keeps it.
struct Told {
    #[cfg(target_os = "linux")]
    lines: Option<std::rc::Rc<std::cell::RefCell<alsa::Output>>>,
}

impl Told {
    /// Begins to keep what this thread is told.
    fn here() -> Self {
        Self {
            #[cfg(target_os = "linux")]
            lines: alsa::Output::local_error_handler().ok(),
        }
    }

    /// Adds the last thing told to an error.
    fn because(&self, error: DeviceError) -> DeviceError {
        #[cfg(target_os = "linux")]
        if let (DeviceError::System(error), Some(lines)) = (&error, &self.lines) {
            let lines = lines.borrow().to_string();
            // A line begins with the function that tells.
            let last = lines.lines().rev().find_map(|line| line.split_once(": "));
            if let Some((_, last)) = last {
                return DeviceError::System(format!("{error} ({})", last.trim()));
            }
        }
        error
    }
}

fn system(error: cpal::Error) -> DeviceError {
    DeviceError::System(error.to_string())
}

fn stream<T: SizedSample + FromSample<i16>>(
    device: &cpal::Device,
    config: StreamConfig,
    mut feed: Feed,
    watch: Watch,
) -> Result<cpal::Stream, cpal::Error> {
    let channels = usize::from(config.channels);
    let stream = device.build_output_stream(
        config,
        move |out: &mut [T], info: &cpal::OutputCallbackInfo| {
            let time = info.timestamp();
            let ahead = time.playback.duration_since(time.callback);
            let delay = ahead.as_secs_f64() * f64::from(config.sample_rate);
            feed.fill(out, channels, delay as usize, T::from_sample_);
        },
        move |error| match error.kind() {
            ErrorKind::Xrun => watch.underrun(),
            ErrorKind::RealtimeDenied | ErrorKind::DeviceChanged => {}
            _ => {
                watch.lose();
                thread::sleep(PAUSE);
            }
        },
        None,
    )?;
    stream.play()?;
    Ok(stream)
}

/// Returns the format, channels and rate that suit speech best.
fn choose(offers: &[SupportedStreamConfigRange]) -> Option<(SampleFormat, StreamConfig)> {
    let rank = |offer: &SupportedStreamConfigRange| {
        let format = FORMATS.iter().position(|f| *f == offer.sample_format())?;
        let rate = RATES.iter().position(|r| offer.contains_rate(*r));
        // Prefer stereo, so that both ears hear speech; otherwise take the fewest channels.
        let channels = match offer.channels() {
            2 => 0,
            channels => channels,
        };
        Some((rate.unwrap_or(RATES.len()), channels, format))
    };
    let ranked = offers
        .iter()
        .filter_map(|offer| Some((rank(offer)?, offer)));
    let (rank, offer) = ranked.min_by_key(|(rank, _)| *rank)?;
    let rate = RATES.get(rank.0).copied();
    let sample_rate = rate.unwrap_or_else(|| offer.max_sample_rate());
    let period = sample_rate * PERIOD_MS / 1_000;
    let buffer_size = match offer.buffer_size() {
        SupportedBufferSize::Range { min, max } if min <= max => {
            BufferSize::Fixed(period.clamp(*min, *max))
        }
        _ => BufferSize::Default,
    };
    let config = StreamConfig {
        channels: offer.channels(),
        sample_rate,
        buffer_size,
    };
    Some((offer.sample_format(), config))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offer(channels: u16, rates: [u32; 2], format: SampleFormat) -> SupportedStreamConfigRange {
        let buffer = SupportedBufferSize::Range { min: 16, max: 999 };
        SupportedStreamConfigRange::new(channels, rates[0], rates[1], buffer, format)
    }

    #[test]
    fn the_rate_that_hardware_runs_at_comes_before_channels_and_format() {
        let offers = [
            offer(2, [8_000, 44_100], SampleFormat::I16),
            offer(6, [8_000, 192_000], SampleFormat::F32),
            offer(1, [8_000, 192_000], SampleFormat::F32),
            offer(1, [48_000, 48_000], SampleFormat::I16),
        ];
        let (format, config) = choose(&offers).unwrap();
        assert_eq!((format, config.channels), (SampleFormat::I16, 1));
        assert_eq!(config.sample_rate, 48_000);
        assert_eq!(config.buffer_size, BufferSize::Fixed(999));
    }

    #[test]
    fn what_cannot_be_sent_is_no_choice() {
        assert!(choose(&[offer(2, [8_000, 48_000], SampleFormat::DsdU8)]).is_none());
        let odd = [offer(2, [96_000, 192_000], SampleFormat::I32)];
        assert_eq!(choose(&odd).unwrap().1.sample_rate, 192_000);
    }
}
