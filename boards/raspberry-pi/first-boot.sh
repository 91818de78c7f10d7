#!/bin/bash
# Sets up a stock 64-bit Raspberry Pi OS (bookworm or newer): first-boot.sh vaak_VERSION_arm64.deb [read-only]
# Run it once, as root; another run changes nothing. `read-only` makes the root file system read-only at the end.
set -euo pipefail
package=$(realpath "$1") seal=${2:-}
[ "$(id -u)" = 0 ] || { echo "as root"; exit 1; }
[ "$(dpkg --print-architecture)" = arm64 ] || { echo "this is no 64-bit image"; exit 1; }

apt-get update -q
apt-get install -y -q --no-install-recommends "$package" alsa-utils systemd-zram-generator

# The service makes its own user when it starts. People who want to hear `vaak say` need access to the sound card.
for user in $(awk -F: '$3 >= 1000 && $3 < 60000 { print $1 }' /etc/passwd); do
    usermod -aG audio "$user"
done

# Prefer other cards to HDMI, which is silent without a screen. dmix lets two programs play at once.
card=$(aplay -l | awk -F'[ :]' '/^card/ && !/HDMI|vc4/ { print $2; exit }')
card=${card:-$(aplay -l | awk -F'[ :]' '/^card/ { print $2; exit }')}
cat >/etc/asound.conf <<X
pcm.!default { type plug; slave.pcm "dmix:${card:-0}" }
ctl.!default { type hw; card ${card:-0} }
X

# Half a gigabyte of compressed swap in memory, so that a board with 1 GB can hold a browser and the voice.
cat >/etc/systemd/zram-generator.conf <<'X'
[zram0]
zram-size = min(ram / 2, 512)
compression-algorithm = zstd
X

install -D -m 644 /usr/share/doc/vaak/examples/speaker.conf /etc/systemd/system/vaak.service.d/speaker.conf
systemctl daemon-reload
systemctl enable --now vaak
systemctl restart vaak

vaak doctor
vcgencmd get_throttled 2>/dev/null || true

if [ "$seal" = read-only ]; then
    # An overlay in memory: cutting the power does no harm, and nothing written is kept.
    raspi-config nonint enable_overlayfs
    echo "sealed from the next boot on; to change something: raspi-config nonint disable_overlayfs, and boot"
fi
