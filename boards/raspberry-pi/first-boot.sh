#!/bin/bash
# The first boot of a stock 64-bit Raspberry Pi OS (bookworm or newer): first-boot.sh vaak_VERSION_arm64.deb [read-only]
# Run once, as root; a second run changes nothing. `read-only` seals the root file system at the end.
set -euo pipefail
package=$(realpath "$1") seal=${2:-}
[ "$(id -u)" = 0 ] || { echo "as root"; exit 1; }
[ "$(dpkg --print-architecture)" = arm64 ] || { echo "this is no 64-bit image"; exit 1; }

apt-get update -q
apt-get install -y -q --no-install-recommends "$package" alsa-utils systemd-zram-generator

# The service makes a user of its own when it starts. A person who is to hear `vaak say` must be let to the sound card.
for user in $(awk -F: '$3 >= 1000 && $3 < 60000 { print $1 }' /etc/passwd); do
    usermod -aG audio "$user"
done

# A card of its own comes before HDMI, whose sound is lost where no screen is on. dmix lets two programs play at once.
card=$(aplay -l | awk -F'[ :]' '/^card/ && !/HDMI|vc4/ { print $2; exit }')
card=${card:-$(aplay -l | awk -F'[ :]' '/^card/ { print $2; exit }')}
cat >/etc/asound.conf <<X
pcm.!default { type plug; slave.pcm "dmix:${card:-0}" }
ctl.!default { type hw; card ${card:-0} }
X

# Half a gigabyte of memory as compressed swap: boards with 1 GB keep a browser and the voice.
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
    # An overlay in memory: pulling the plug harms nothing, and nothing written is kept.
    raspi-config nonint enable_overlayfs
    echo "sealed from the next boot on; to change something: raspi-config nonint disable_overlayfs, and boot"
fi
