import { ACTIVITIES, KEPT, type Activity } from "./activities.ts";

/** What an account has as long as it was not given its own. */
const ACCOUNT = Object.freeze({
  /** Per key and product, in any minute. */
  requestsPerMinute: 600,
  ...concurrencyLimits(),
  /** Of files and live streams, in a UTC month; Infinity is no quota. */
  monthlyAudioSeconds: 360_000,
  /** Of texts that are spoken, in code points, in a UTC month; Infinity is no quota. */
  monthlyCharacters: 2_000_000,
  ...keptLimits(),
});

/** Every limit of the service and its default. */
export const LIMITS = Object.freeze({
  account: ACCOUNT,
  /**
   * The months of the account whose key probers send: a quota as customers have one, so that probes take the way of customers,
   * which no probes use up. By the monitor.yaml of the product a location uses at most 1.6 million seconds and 4 million
   * characters a month, every run retried: there is room for twenty.
   */
  bootstrap: Object.freeze({
    monthlyAudioSeconds: 100 * ACCOUNT.monthlyAudioSeconds,
    monthlyCharacters: 100 * ACCOUNT.monthlyCharacters,
  }),
  /** What all the anonymous demo sessions of one client share: an IPv4 address, or a network of IPv6. */
  anonymous: Object.freeze({
    ...ACCOUNT,
    requestsPerMinute: 120,
    concurrentTranscriptions: 3,
    concurrentStreams: 2,
    concurrentSpeechRequests: 4,
    concurrentSpeechSockets: 2,
    /** Of files and live streams, and of texts that are spoken, in a UTC day. */
    dailyAudioSeconds: 3600,
    dailyCharacters: 50_000,
  }),
  /** Bytes of an uploaded recording. */
  uploadBytes: 100 * 1024 * 1024,
  /** Bytes of a request body that is not an upload. */
  bodyBytes: 1024 * 1024,
  /** A form of the dashboard. */
  formBytes: 16 * 1024,
  /** Seconds of audio in a file or a live stream. */
  audioSeconds: 2 * 3600,
  /** Code points of a text to speak. */
  inputCharacters: 5000,
  /** Code points of instructions or of a voice description. */
  directionCharacters: 200,
  /** The same of instructions where the model is called by a name of OpenAI's, whose clients send more. */
  foreignDirectionCharacters: 4096,
  /** Code points of a text whose WAV file is made as a whole before it is sent, so that it has its sizes. */
  wholeWavCharacters: 200,
  /** Code points of a word that a pronunciation is for. */
  pronouncedWordCharacters: 100,
  /** Code points of what is said in its place, as an alias or in IPA. */
  pronunciationCharacters: 200,
  /** Code points of the name of a saved voice, and of its description. */
  voiceNameCharacters: 100,
  voiceNoteCharacters: 500,
  /** Pronunciations that one request may bring or name. */
  pronunciationsPerRequest: 100,
  /** Code points that a text may grow to by aliases, and again by what is spoken of numbers and abbreviations. */
  substitutedCharacters: 20_000,
  spokenCharacters: 20_000,
  /** Bytes of the recording of a voice that is cloned. */
  referenceBytes: 10 * 1024 * 1024,
  /** Seconds that such a recording lasts. */
  leastReferenceSeconds: 3,
  mostReferenceSeconds: 30,
  /** Code points and words that are read of a prompt; what follows is ignored. */
  promptCharacters: 1000,
  promptWords: 100,
  /** Seconds that a demo session lasts. */
  sessionSeconds: 600,
  /** Speech that is made before it is read: bytes for one answer, for all answers of a process, and for one socket. */
  speechAhead: Object.freeze({
    bytes: 8 * 1024 * 1024,
    bytesInAll: 64 * 1024 * 1024,
    socketBytes: 1024 * 1024,
    /** What a reader of an answer has to take beyond which no more is made. */
    leastBytesPerSecond: 16 * 1024,
  }),
  /** What uploads may be while they arrive. */
  unfinishedUploads: Object.freeze({
    /** Bytes of all that one API key, or the anonymous sessions of one client, has not sent whole. */
    bytes: 300 * 1024 * 1024,
    anonymousBytes: 100 * 1024 * 1024,
    /** What has to arrive on average in every stretch of so many seconds. */
    leastBytesPerSecond: 1024,
    windowSeconds: 30,
  }),
  /** Bytes of one frame of a socket. */
  frameBytes: 1024 * 1024,
  /** Seconds without audio or text, and without a keepalive, after which a socket ends. */
  idleSocketSeconds: 30,
  /** Seconds that keepalives hold a live stream open without audio: with an API key, and in an anonymous demo session. */
  silentStreamSeconds: 600,
  silentAnonymousStreamSeconds: 60,
  /** What one socket may send and cost. */
  socket: Object.freeze({
    /** Messages, audio among them: in a second on average, and in one go. */
    messagesPerSecond: 500,
    messagesAtOnce: 5000,
    /** Milliseconds that its messages may hold the thread that all requests share: in a second on average, and in one go. */
    workMsPerSecond: 200,
    workMsAtOnce: 1000,
  }),
  /** Demo sessions that one address may begin in ten minutes. */
  sessionsPerAddress: 60,
  /** Attempts to sign in, in ten minutes: per client and e-mail, per client, and per e-mail, beyond which each waits so long. */
  signInAttempts: 30,
  signInAttemptsPerAddress: 120,
  signInAttemptsPerEmail: 60,
  slowedSignInMs: 3_000,
  /** Browsers that one address may send to the OpenID provider in ten minutes. */
  providerVisitsPerAddress: 120,
  /** Members of an account, those who are invited included. */
  membersPerAccount: 50,
  /** Codes of the second step that somebody may try in ten minutes. */
  secondStepAttempts: 10,
  /** Sessions that a person may have in the dashboard; the one that was not used for longest ends for the next. */
  sessionsPerPerson: 50,
  /** Characters that are kept of what a browser calls itself. */
  userAgentCharacters: 400,
  /** Accounts that one address may ask for in an hour, and forms for one that it may send, refused ones too. */
  signUpsPerAddress: 10,
  signUpAttemptsPerAddress: 120,
  /** Mails to one e-mail address in an hour, and mails that one address of the network may ask for. */
  mailsPerEmail: 5,
  mailsPerAddress: 30,
  /** Passwords that one address may set by links from mails, in ten minutes. */
  linksPerAddress: 30,
  /** Attempts to change the password of an account, in ten minutes. */
  passwordChanges: 10,
  /** Code points of a password. */
  passwordCharacters: Object.freeze({ least: 12, most: 128 }),
  /** Characters of an e-mail address. */
  emailCharacters: 254,
  /** Keys of an account that are in use at the same time, and code points of the name of one. */
  keysInUse: 20,
  keyNameCharacters: 60,
});

export type AccountLimits = Readonly<Record<AccountLimitName, number>>;
export type AccountLimitName = keyof typeof LIMITS.account;

type ConcurrencyLimitName = (typeof ACTIVITIES)[Activity]["limitName"];

function concurrencyLimits(): Readonly<Record<ConcurrencyLimitName, number>> {
  const limits = Object.values(ACTIVITIES).map((one) => [one.limitName, one.concurrent]);
  return Object.fromEntries(limits) as Record<ConcurrencyLimitName, number>;
}

function keptLimits(): Readonly<Record<keyof typeof KEPT, number>> {
  const limits = Object.entries(KEPT).map(([name, { most }]) => [name, most]);
  return Object.fromEntries(limits) as Record<keyof typeof KEPT, number>;
}

/** Writes a limit as JSON has it: null is no limit. */
export function limitJson(limit: number): number | null {
  return limit === Infinity ? null : limit;
}
