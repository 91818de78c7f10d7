#!/bin/bash
# Clips with curl: kept connections, HTTP/1.0, a body that waits for leave, one without a length, and TLS at $VAAK_TLS_URL
# with the certificate $VAAK_CERT. Ends with 0 where all holds.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
ask() { curl -sS --max-time 60 -H "Authorization: Bearer $VAAK_API_KEY" -H 'Content-Type: application/json' "$@"; }
body='{"text": "नमस्ते, मैं वाक् हूँ।"}'
not() { if "$@"; then echo "this is not to be: $*" >&2; exit 1; fi; }
is() { [ "$1" = "$2" ] || { echo "$3: $1, not $2" >&2; exit 1; }; }

ask -d "$body" -o clip -D head "$VAAK_URL/v1/tts"
grep -qi '^transfer-encoding: chunked' head
grep -qi '^content-type: audio/L16; rate=24000; channels=1' head
grep -qi '^x-request-id: .' head
[ "$(stat -c %s clip)" -gt 48000 ] || { echo "too short a clip" >&2; exit 1; }

ask -d "$body" -w '%{num_connects} ' -o one "$VAAK_URL/v1/tts" -o two "$VAAK_URL/v1/tts" >connects
is "$(cat connects)" "1 0 " "connections made for two clips"
cmp clip one
cmp clip two

ask --http1.0 -d "$body" -o old -D head "$VAAK_URL/v1/tts"
not grep -qi '^transfer-encoding' head
cmp clip old

ask -H 'Expect: 100-continue' -d "$body" -o waited -D head "$VAAK_URL/v1/tts"
grep -q '^HTTP/1.1 100' head
cmp clip waited

printf '%s' "$body" | ask -H 'Transfer-Encoding: chunked' --data-binary @- -o chunked "$VAAK_URL/v1/tts"
cmp clip chunked

is "$(ask -X POST -H 'Content-Length:' -o /dev/null -w '%{http_code}' "$VAAK_URL/v1/tts")" 411 "no length"
is "$(ask -X DELETE -o /dev/null -w '%{http_code}' "$VAAK_URL/v1/tts")" 405 "wrong method"
is "$(curl -sS -o /dev/null -w '%{http_code}' -d "$body" "$VAAK_URL/v1/tts")" 401 "no key"

ask --cacert "$VAAK_CERT" -d "$body" -o secure "$VAAK_TLS_URL/v1/tts"
cmp clip secure
not ask -d "$body" -o /dev/null "$VAAK_TLS_URL/v1/tts" 2>/dev/null
