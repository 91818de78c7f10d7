//! Plays `vaak say` on a virtual ALSA device that writes to a pipe. The pipe is emptied at the pace of real sound.

use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::program::vaak;
use vaak::audio::Resampler;

const TEXT: &str = "नमस्ते, मैं वाक् हूँ। Hello.";
/// Bytes per millisecond of the device: 48 kHz, two channels of 16 bits.
const BYTES_A_MILLISECOND: usize = 48 * 4;
/// Linux's value on both architectures that Vaak is built for.
const O_NONBLOCK: i32 = 0o4000;
/// The capacity of a pipe in Linux.
const PIPE: usize = 64 << 10;
/// The portions in which the pipe is read.
const PORTION: Duration = Duration::from_millis(10);

/// A folder with an ALSA configuration and a pipe, removed when dropped.
struct Device(PathBuf);

impl Device {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("vaak-speaker-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let pipe = folder.join("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let device = format!(
            "type file\n slave.pcm {{ type null }}\n \
             file \"{}\"\n format raw\n hint {{ show on description \"A pipe\" }}\n",
            pipe.display()
        );
        let configuration = format!(
            "</usr/share/alsa/alsa.conf>\npcm.!default {{ {device} }}\npcm.pipe {{ {device} }}\n"
        );
        fs::write(folder.join("asound.conf"), configuration).unwrap();
        Self(folder)
    }

    fn vaak(&self, arguments: &[&str]) -> Command {
        let mut command = vaak(arguments);
        command.env("ALSA_CONFIG_PATH", self.0.join("asound.conf"));
        command
    }

    fn say(&self, arguments: &[&str]) -> Child {
        let mut command = self.vaak(&[&["say"], arguments].concat());
        command.stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Returns one channel of what is heard until the program ends. Kills the program after `enough` bytes.
    fn heard(&self, said: &mut Child, enough: usize) -> Vec<i16> {
        // Must not block if the program never opens the device.
        let mut pipe = OpenOptions::new();
        let pipe = pipe.read(true).custom_flags(O_NONBLOCK);
        let mut pipe = pipe.open(self.0.join("pipe")).unwrap();
        let mut bytes = Vec::new();
        let mut portion = [0; BYTES_A_MILLISECOND * PORTION.as_millis() as usize];
        let mut due = Instant::now();
        loop {
            let ended = said.try_wait().unwrap().is_some();
            match pipe.read(&mut portion) {
                Ok(0) if ended => break,
                Ok(read) => bytes.extend_from_slice(&portion[..read]),
                Err(e) => assert_eq!(e.kind(), ErrorKind::WouldBlock),
            }
            if bytes.len() > enough && !ended {
                said.kill().unwrap();
            }
            due += PORTION;
            thread::sleep(due.saturating_duration_since(Instant::now()));
        }
        let frames = bytes.chunks_exact(4);
        assert!(frames.clone().all(|frame| frame[..2] == frame[2..]));
        frames.map(|f| i16::from_le_bytes([f[0], f[1]])).collect()
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Removes silence, because a device without a clock may have gaps.
fn sounds(pcm: Vec<i16>) -> Vec<i16> {
    pcm.into_iter().filter(|s| *s != 0).collect()
}

#[test]
fn what_is_said_without_an_output_is_heard_to_its_end() {
    let device = Device::new("say");
    let raw = device
        .vaak(&["say", TEXT, "--raw"])
        .output()
        .unwrap()
        .stdout;
    let raw: Vec<i16> = raw
        .chunks_exact(2)
        .map(|b| i16::from_le_bytes([b[0], b[1]]))
        .collect();
    let mut expected = Vec::new();
    let mut resampler = Resampler::new(24_000, 48_000);
    resampler.push(&raw, &mut expected);
    resampler.finish(&mut expected);
    for arguments in [&[TEXT][..], &[TEXT, "--device", "pipe"]] {
        let mut said = device.say(arguments);
        let heard = device.heard(&mut said, usize::MAX);
        let output = said.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
        assert!(sounds(heard) == sounds(expected.clone()), "{arguments:?}");
    }
}

#[test]
fn an_ended_program_is_silent() {
    let device = Device::new("kill");
    let long = TEXT.repeat(20);
    let mut said = device.say(&[&long]);
    let enough = 200 * BYTES_A_MILLISECOND;
    let heard = device.heard(&mut said, enough).len() * 4;
    // The pipe may hold more, as a device does.
    let most = enough + PIPE + BYTES_A_MILLISECOND * PORTION.as_millis() as usize;
    assert!((enough..=most).contains(&heard), "{heard}");
}

#[test]
fn devices_are_listed_by_the_names_that_they_are_chosen_by() {
    let device = Device::new("list");
    let listed = device.vaak(&["devices"]).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert!(listed.starts_with("default\t"), "{listed}");
    assert!(listed.contains("\npipe\tA pipe\n"), "{listed}");
}

#[test]
fn each_voice_is_named_and_heard() {
    let device = Device::new("voices");
    let mut command = device.vaak(&["voices", "--play", "--device", "pipe"]);
    let mut listed = command.stdout(Stdio::piped()).spawn().unwrap();
    let heard = sounds(device.heard(&mut listed, usize::MAX));
    let output = listed.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(output.stdout, b"Ananya\nArjun\nVikram\nKavya\n");
    // Three sentences of more than a second each, at 48 kHz.
    assert!(heard.len() > 3 * 48_000, "{}", heard.len());
}

/// ALSA's library would write some lines of its own at each attempt.
#[test]
fn a_device_that_cannot_be_opened_is_told_in_one_line() {
    let device = Device::new("absent");
    let absent = "</usr/share/alsa/alsa.conf>\npcm.!default { type hw card absent }\n";
    fs::write(device.0.join("asound.conf"), absent).unwrap();
    let output = device.vaak(&["say", TEXT]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(
        told.starts_with("vaak: loudspeaker \"default\": "),
        "{told}"
    );
}

#[test]
#[ignore = "needs pulseaudio, and ALSA's plug-in for it"]
fn a_sound_server_that_dies_is_told_in_one_line() {
    let device = Device::new("dies");
    let socket = device.0.join("socket");
    let configuration = format!(
        "</usr/share/alsa/alsa.conf>\npcm.!default {{ type pulse server \"unix:{}\" }}\n",
        socket.display()
    );
    fs::write(device.0.join("asound.conf"), configuration).unwrap();
    let mut server = Command::new("pulseaudio")
        .args(["-n", "-v", "--exit-idle-time=-1", "--use-pid-file=no", "-L"])
        .args(["module-null-sink", "-L"])
        .arg(format!(
            "module-native-protocol-unix auth-anonymous=1 socket={}",
            socket.display()
        ))
        .env("HOME", &device.0)
        .env("XDG_RUNTIME_DIR", &device.0)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stderr.take().unwrap()).lines();
    while !socket.exists() {
        thread::sleep(PORTION);
    }
    let said = device.say(&[&TEXT.repeat(20)]);
    // It is told when a client plays.
    assert!(lines.any(|line| line.unwrap().contains("Created input")));
    thread::sleep(Duration::from_secs(1));
    server.kill().unwrap();
    server.wait().unwrap();
    let output = said.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.contains("PulseAudio"), "{told}");
}

#[test]
fn a_device_that_does_not_exist_is_named() {
    let device = Device::new("none");
    for arguments in [
        &["say", TEXT][..],
        &["voices", "--play"],
        &["doctor", "--play"],
    ] {
        let arguments = [arguments, &["--device", "trumpet"]].concat();
        let output = device.vaak(&arguments).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(
            told.contains("trumpet") && told.contains("vaak devices"),
            "{told}"
        );
    }
}
