// Speaks a reply word by word, as a language model would write it: node conversation.mjs | aplay -f S16_LE -r 24000
//
// Needs Node 22, which has WebSocket built in, or the package ws. VAAK_URL and VAAK_API_KEY are the address of the service and
// its key.

const WebSocket = globalThis.WebSocket ?? (await import("ws")).WebSocket;
const url = (process.env.VAAK_URL ?? "http://127.0.0.1:8080").replace(/^http/, "ws") + "/v1/tts/stream";
const key = process.env.VAAK_API_KEY;
const reply = process.argv[2] ?? "नमस्ते! I can hear you. आप कैसे हैं?";

const socket = new WebSocket(url, key ? ["bearer", key] : []);
socket.binaryType = "arraybuffer";
const say = message => socket.send(JSON.stringify(message));

socket.onopen = () => {
  say({ type: "start", v2: true, binary: true });
  for (const word of reply.match(/\S+\s*/g) ?? []) say({ type: "text", context_id: "reply", text: word });
  say({ type: "text", context_id: "reply", continue: false });
};
socket.onmessage = ({ data }) => {
  if (typeof data !== "string") return void process.stdout.write(new Uint8Array(data));
  const message = JSON.parse(data);
  if (message.type === "error") console.error(message.message);
  if (message.type === "end" || message.type === "cancelled") socket.close();
};
socket.onerror = () => {
  console.error("no conversation: is the service there, and the key right?");
  process.exitCode = 1;
};
