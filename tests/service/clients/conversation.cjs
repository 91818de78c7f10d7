// Conversations with the package ws: both forms, barge-in, and the key as a header and as a subprotocol. Ends with 0 where all holds.

const assert = require("node:assert/strict");
const WebSocket = require("ws");

const url = process.env.VAAK_URL.replace(/^http/, "ws") + "/v1/tts/stream";
const key = process.env.VAAK_API_KEY;
const LONG = "Hello there, how are you? ".repeat(400);

// A socket whose messages can be waited for.
async function open(protocols, options) {
  const socket = new WebSocket(url, protocols, options);
  const heard = [], waiting = [];
  socket.on("message", (data, binary) => {
    const message = binary ? data : JSON.parse(data);
    waiting.length ? waiting.shift()(message) : heard.push(message);
  });
  await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
  const say = message => socket.send(JSON.stringify(message));
  const hear = () => heard.length ? Promise.resolve(heard.shift()) : new Promise(resolve => waiting.push(resolve));
  const until = async (...types) => {
    const before = [];
    for (;;) {
      const message = await hear();
      if (types.includes(message.type)) return [before, message];
      before.push(message);
    }
  };
  return { socket, say, hear, until };
}

async function named() {
  const { socket, say, until } = await open([], { headers: { authorization: `Bearer ${key}` } });
  assert.equal(socket.extensions, "");
  say({ type: "start", v2: true, voice: "Nobody" });
  assert.deepEqual((await until("error"))[1].available, ["Ananya", "Arjun", "Vikram", "Kavya"]);
  say({ type: "start", v2: true });
  assert.equal((await until("metadata"))[1].sample_rate, 24000);
  say({ type: "text", context_id: "long", text: LONG, continue: false });
  await until("audio");
  say({ type: "cancel", context_id: "long" });
  say({ type: "text", context_id: "next", text: "Yes?", continue: false });
  await until("cancelled");
  const [before, end] = await until("end");
  assert(before.length > 0 && before.every(m => m.type === "audio" && m.context_id === "next"));
  const bytes = before.reduce((sum, m) => sum + Buffer.from(m.audio, "base64").length, 0);
  assert.equal(end.audio_ms, Math.floor(bytes / 48));
  await new Promise(resolve => socket.once("pong", resolve).ping());
  say({ type: "ping" });
  await until("pong");
  const closed = new Promise(resolve => socket.once("close", resolve));
  socket.close(1000);
  assert.equal(await closed, 1000);
}

async function older() {
  const { socket, say, until } = await open(["bearer", key]);
  assert.equal(socket.protocol, "bearer");
  say({ type: "config", voice: "Arjun" });
  say({ type: "text", text: "Hello.", flush: true });
  const [pcm, end] = await until("end");
  assert(pcm.length > 0 && pcm.every(Buffer.isBuffer) && end.request_id);
  say({ type: "text", text: LONG });
  say({ type: "clear" });
  assert((await until("cancelled"))[1].request_id);
  socket.close();
}

async function stranger() {
  const socket = new WebSocket(url, ["bearer", "wrong"]);
  const status = await new Promise(resolve => socket.on("unexpected-response", (_, answer) => resolve(answer.statusCode)));
  assert.equal(status, 401);
}

Promise.all([named(), older(), stranger()]).then(() => process.exit(0), e => { console.error(e); process.exit(1); });
