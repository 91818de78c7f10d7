// OpenAI's SDK for Node and Vercel's AI SDK, each with its defaults. Ends with 0 where all holds.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createOpenAI } from "@ai-sdk/openai";
import * as ai from "ai";
import OpenAI from "openai";

const apiKey = process.env.VAAK_API_KEY;
const baseURL = process.env.VAAK_URL + "/v1";
const input = "Your order is ready. आपका ऑर्डर तैयार है।";
const MP3 = 0xff;

// How long audio of any kind plays, as ffmpeg hears it.
function seconds(audio) {
  const arguments_ = "-loglevel error -i - -f s16le -ac 1 -ar 24000 -".split(" ");
  const heard = spawnSync("ffmpeg", arguments_, { input: Buffer.from(audio), maxBuffer: 1 << 26 });
  assert.equal(heard.status, 0, String(heard.stderr));
  return heard.stdout.length / 48_000;
}

const sdk = new OpenAI({ apiKey, baseURL, maxRetries: 0 });
const create = fields => sdk.audio.speech.create({ model: "gpt-4o-mini-tts", voice: "alloy", input, ...fields });

// The SDK with its defaults, and each format.
const plain = new Uint8Array(await (await create({})).arrayBuffer());
assert.equal(plain[0], MP3);
assert.ok(seconds(plain) > 2);
for (const response_format of ["mp3", "opus", "flac", "wav"])
  assert.ok(seconds(await (await create({ response_format })).arrayBuffer()) > 2, response_format);
assert.ok((await (await create({ response_format: "pcm" })).arrayBuffer()).byteLength > 96_000);

// A stream of bytes, and of events.
let portions = 0;
for await (const _ of (await create({ response_format: "pcm" })).body) portions += 1;
assert.ok(portions > 3, `${portions} portions`);
const events = (await (await create({ stream_format: "sse" })).text()).split("\n\n").filter(Boolean);
assert.ok(events.every(event => event.startsWith("data: ")));
assert.match(events.at(-1), /speech\.audio\.done/);

// Models and errors.
const models = [];
for await (const model of sdk.models.list()) models.push(model.id);
assert.ok(models.includes("Voice 2 Native"));
assert.equal((await sdk.models.retrieve("Voice 2 Native")).id, "Voice 2 Native");
await assert.rejects(create({ voice: "nobody" }), error => {
  assert.ok(error instanceof OpenAI.BadRequestError);
  assert.deepEqual([error.param, error.code, error.type], ["voice", "unknown_voice", "invalid_request_error"]);
  return /Ananya/.test(error.message);
});
const stranger = new OpenAI({ apiKey: "wrong", baseURL, maxRetries: 0 });
await assert.rejects(stranger.models.list(), OpenAI.AuthenticationError);

// Vercel's AI SDK with its defaults, and with what its settings offer.
const vercel = createOpenAI({ apiKey, baseURL });
const model = vercel.speech("gpt-4o-mini-tts");
const generate = ai.generateSpeech ?? ai.experimental_generateSpeech;
const spoken = await generate({ model, text: input });
assert.equal(spoken.audio.mediaType, "audio/mpeg");
assert.ok(seconds(spoken.audio.uint8Array) > 2);
for (const outputFormat of ["mp3", "opus", "flac", "wav"]) {
  const { audio, warnings } = await generate({ model, text: input, voice: "nova", outputFormat, speed: 1.5, instructions: "Be glad." });
  assert.deepEqual(warnings, []);
  assert.ok(seconds(audio.uint8Array) > 1, outputFormat);
}
await assert.rejects(generate({ model, text: input, voice: "nobody", maxRetries: 0 }), /Ananya/);
