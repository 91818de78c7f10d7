// The types of vaak.js.

/** The fields of a clip that hold for a turn: docs/api.md names them. */
export interface Settings {
  voice?: string;
  /** A code such as "hi" or "hi-IN"; detected where it is left out. */
  language?: string;
  model?: string;
  /** 0.5 to 2. */
  speed?: number;
  /** -6 to 6 semitones. */
  pitch?: number;
  /** 0 to 2. */
  pitch_range?: number;
  /** -40 to 12 dB. */
  volume?: number;
  sentence_pause_ms?: number;
  paragraph_pause_ms?: number;
  emoji?: boolean;
  inline_phonemes?: boolean;
  lexicon?: { word: string; reading: string; language?: string }[];
  /** Each text is a document of SSML. */
  ssml?: boolean;
}

export interface Options extends Settings {
  /** The address of the service; where vaak.js came from, if it is left out. */
  url?: string | URL;
  key?: string;
  /** An AudioContext of the page's own. */
  audio?: AudioContext;
  /** For how many seconds a service that does not answer is tried again: 30. Infinity never gives up. */
  patience?: number;
  /** The address of vaak.js, for pages that have it inside another file. */
  script?: string | URL;
}

export interface Voice {
  name: string;
  languages: string[];
  models: string[];
  aliases: string[];
}

export interface Language {
  code: string;
  name: string;
  native_name: string;
}

export interface Outcome {
  cancelled: boolean;
  /** How long the audio of the whole turn is. */
  audioMs: number;
  /** How many characters could not be read. */
  skipped: number;
}

export class VaakError extends Error {
  /** A code of the service, or "unreachable", "no_audio" or "closed". */
  code: string;
  /** Of an answer over HTTP. */
  status?: number;
  [field: string]: unknown;
}

export interface WordEvent extends Event {
  text: string;
  language: string;
  startMs: number;
  endMs: number;
  /** Where the word is in the text that was pushed, or -1. */
  index: number;
}

export interface BookmarkEvent extends Event {
  mark: string;
  startMs: number;
}

export interface TurnEvents {
  /** It sounds. */
  start: Event;
  /** Audio came, long before it is heard. */
  audio: Event & { samples: Float32Array };
  /** A word begins to sound. */
  word: WordEvent;
  bookmark: BookmarkEvent;
  /** All of it has been heard. */
  end: Event;
  cancel: Event;
  error: Event & { error: VaakError };
}

export class Turn extends EventTarget {
  private constructor();
  readonly text: string;
  readonly outcome?: "ended" | "cancelled" | "failed";
  readonly audioMs: number;
  readonly heardMs: number;
  /** How many characters could not be read, once the service has made it all. */
  readonly skipped?: number;
  /** Settles when all has been heard or cancelled; is rejected with a VaakError. */
  readonly done: Promise<Outcome>;
  push(text: string): this;
  close(): void;
  cancel(): void;
  addEventListener<K extends keyof TurnEvents>(
    type: K, listener: (event: TurnEvents[K]) => void, options?: boolean | AddEventListenerOptions): void;
}

export class Vaak extends EventTarget {
  constructor(options?: Options);
  /** The event "state" tells of a change. */
  readonly state: "idle" | "connecting" | "open" | "waiting";
  readonly speaking: boolean;
  readonly paused: boolean;
  readonly audio?: AudioContext;
  speak(text: string, settings?: Settings): Turn;
  turn(settings?: Settings): Turn;
  cancel(): void;
  pause(): void;
  resume(): void;
  voices(): Promise<Voice[]>;
  languages(): Promise<Language[]>;
  close(): void;
}

export class Utterance extends EventTarget {
  constructor(text?: string);
  text: string;
  lang: string;
  voice: SpeechSynthesisVoice | null;
  rate: number;
  pitch: number;
  volume: number;
  onstart: ((event: SpeechSynthesisEvent) => void) | null;
  onend: ((event: SpeechSynthesisEvent) => void) | null;
  onboundary: ((event: SpeechSynthesisEvent) => void) | null;
  onerror: ((event: SpeechSynthesisErrorEvent) => void) | null;
  onpause: ((event: SpeechSynthesisEvent) => void) | null;
  onresume: ((event: SpeechSynthesisEvent) => void) | null;
}

export class Synthesis extends EventTarget {
  constructor(vaak?: Vaak | Options);
  readonly ready: Promise<void>;
  readonly speaking: boolean;
  readonly pending: boolean;
  readonly paused: boolean;
  onvoiceschanged: ((event: Event) => void) | null;
  getVoices(): SpeechSynthesisVoice[];
  speak(utterance: Utterance): void;
  cancel(): void;
  pause(): void;
  resume(): void;
}
