#!/bin/sh
# Speaks a text on the loudspeaker: VAAK_API_KEY=… ./clip.sh 'नमस्ते'
#
# Needs curl, jq and aplay. VAAK_URL is the address of the service, PLAY the command that plays.
set -eu
jq -n --arg text "$1" '{text: $text}' |
    curl -sSN --fail "${VAAK_URL:-http://127.0.0.1:8080}/v1/tts" \
        -H "Authorization: Bearer ${VAAK_API_KEY:-}" -H 'Content-Type: application/json' --data-binary @- |
    ${PLAY:-aplay -q -f S16_LE -r 24000}
