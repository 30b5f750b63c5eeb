import { DAY_SECONDS } from "#units/time.ts";
import { ACTIVITIES, KEPT, type Activity } from "./activities.ts";

/** Default limits of an account. */
const ACCOUNT = Object.freeze({
  /** Per API key and product, in any minute. */
  requestsPerMinute: 600,
  ...concurrencyLimits(),
  /** Seconds of files and live streams in a UTC month; Infinity is no quota. */
  monthlyAudioSeconds: 360_000,
  /** Code points of spoken texts in a UTC month; Infinity is no quota. */
  monthlyCharacters: 2_000_000,
  ...keptLimits(),
});

/** Every limit of the service and its default. */
export const LIMITS = Object.freeze({
  account: ACCOUNT,
  /**
   * Monthly quotas of the account whose key the monitor's probers send. They have a quota so that probes run the same code as
   * customers' requests, but one too large for probes to use up: with the product's monitor.yaml, a location uses at most 1.6
   * million seconds and 4 million characters a month, every run retried, so there is room for twenty locations.
   */
  bootstrap: Object.freeze({
    monthlyAudioSeconds: 100 * ACCOUNT.monthlyAudioSeconds,
    monthlyCharacters: 100 * ACCOUNT.monthlyCharacters,
  }),
  /** Limits that all anonymous demo sessions of one client share; a client is an IPv4 address or an IPv6 network. */
  anonymous: Object.freeze({
    ...ACCOUNT,
    requestsPerMinute: 120,
    concurrentTranscriptions: 3,
    concurrentStreams: 2,
    concurrentSpeechRequests: 4,
    concurrentSpeechSockets: 2,
    /** Seconds of files and live streams, and code points of spoken texts, in a UTC day. */
    dailyAudioSeconds: 3600,
    dailyCharacters: 50_000,
  }),
  /** Bytes of an uploaded recording. */
  uploadBytes: 100 * 1024 * 1024,
  /** Bytes of a request body that is not an upload. */
  bodyBytes: 1024 * 1024,
  /** Bytes of a dashboard form. */
  formBytes: 16 * 1024,
  /** Transcription jobs. */
  jobs: Object.freeze({
    /** Bytes of the recordings of an account's unfinished jobs. */
    bytes: 1024 * 1024 * 1024,
    /** Seconds for which a job waits at most, and for which it is kept after its end. */
    keptSeconds: DAY_SECONDS,
    /** How often a job is begun whose work ends the process, or is ended with it. */
    attempts: 3,
    /** Characters of the address of a recording, or of a webhook. */
    addressCharacters: 2048,
  }),
  /** Seconds of audio in a file or a live stream. */
  audioSeconds: 2 * 3600,
  /** Code points of a text to speak. */
  inputCharacters: 5000,
  /** Code points of instructions or of a voice description. */
  directionCharacters: 200,
  /** Code points of instructions where the model has one of OpenAI's names, as OpenAI's clients send longer ones. */
  foreignDirectionCharacters: 4096,
  /** Code points up to which a WAV file is completed before it is sent, so that its header has the sizes. */
  wholeWavCharacters: 200,
  /** Code points of the word of a pronunciation. */
  pronouncedWordCharacters: 100,
  /** Code points of its alias or IPA. */
  pronunciationCharacters: 200,
  /** Code points of the name of a saved voice, and of its description. */
  voiceNameCharacters: 100,
  voiceNoteCharacters: 500,
  /** Lines of a dictionary that are imported at once. */
  importedLines: 2000,
  /** Pronunciations in one request, inline or by id. */
  pronunciationsPerRequest: 100,
  /** Code points of a text after aliases are substituted, and after numbers and abbreviations are written out. */
  substitutedCharacters: 20_000,
  spokenCharacters: 20_000,
  /** Limits of an SSML document: levels of elements, and seconds of one break and of all together. */
  ssml: Object.freeze({ depth: 20, pauseSeconds: 10, pauseSecondsInAll: 300 }),
  /** Bytes of a recording for voice cloning. */
  referenceBytes: 10 * 1024 * 1024,
  /** Length of such a recording in seconds. */
  minReferenceSeconds: 3,
  maxReferenceSeconds: 30,
  /** Maximum code points and words of a prompt; the rest is ignored. */
  promptCharacters: 1000,
  promptWords: 100,
  /** Seconds that a demo session lasts. */
  sessionSeconds: 600,
  /** Bytes of speech that are synthesized ahead of the reader: per response, for all responses of a process, and per socket. */
  speechAhead: Object.freeze({
    bytes: 8 * 1024 * 1024,
    bytesInAll: 64 * 1024 * 1024,
    socketBytes: 1024 * 1024,
    /** Minimum rate at which a response is read once its buffer is full; for slower readers, synthesis stops. */
    minBytesPerSecond: 16 * 1024,
  }),
  /** Limits of uploads that are still arriving. */
  unfinishedUploads: Object.freeze({
    /** Bytes of all unfinished uploads of one API key, or of the anonymous sessions of one client. */
    bytes: 300 * 1024 * 1024,
    anonymousBytes: 100 * 1024 * 1024,
    /** Minimum average rate of an upload, in every window of this many seconds. */
    minBytesPerSecond: 1024,
    windowSeconds: 30,
  }),
  /** Bytes of one frame of a socket. */
  frameBytes: 1024 * 1024,
  /** Idle timeout of a socket in seconds, without audio, text or a keepalive. */
  idleSocketSeconds: 30,
  /** Seconds that keepalives hold a live stream open without audio: with an API key, and in an anonymous demo session. */
  silentStreamSeconds: 600,
  silentAnonymousStreamSeconds: 60,
  /** Rate limits of one socket. */
  socket: Object.freeze({
    /** Messages, audio included: average per second, and burst. */
    messagesPerSecond: 500,
    messagesAtOnce: 5000,
    /** Milliseconds of main-thread time, which all requests share, for its messages: average per second, and burst. */
    workMsPerSecond: 200,
    workMsAtOnce: 1000,
  }),
  /** Seconds of the window in which attempts are counted: below, "in ten minutes". */
  attemptWindowSeconds: 600,
  /** Seconds of the window in which sign-ups and mails are counted: below, "in an hour". */
  signUpWindowSeconds: 3600,
  /** Demo sessions that one IP address may begin in ten minutes. */
  sessionsPerAddress: 60,
  /**
   * Sign-in attempts in ten minutes: with a wrong password per client and e-mail, in all per client, with a wrong password per
   * e-mail; beyond the last, each is delayed.
   */
  signInAttempts: 30,
  signInAttemptsPerAddress: 120,
  signInAttemptsPerEmail: 60,
  slowedSignInMs: 3_000,
  /** Redirects to the OpenID provider in ten minutes, per IP address. */
  providerVisitsPerAddress: 120,
  /** Members of an account, including invited ones. */
  membersPerAccount: 50,
  /** Second-factor codes that a person may try in ten minutes. */
  secondStepAttempts: 10,
  /** Dashboard sessions of a person; a further one ends the least recently used. */
  sessionsPerPerson: 50,
  /** Characters of a User-Agent header that are stored. */
  userAgentCharacters: 400,
  /** Accounts that one IP address may request in an hour, and sign-up forms that it may send, refused ones included. */
  signUpsPerAddress: 10,
  signUpAttemptsPerAddress: 120,
  /** Mails in an hour: to one e-mail address, and requested from one IP address. */
  mailsPerEmail: 5,
  mailsPerAddress: 30,
  /** Uses of links from mails, which set a password, in ten minutes, per IP address. */
  linksPerAddress: 30,
  /** Attempts to change the password of an account, in ten minutes. */
  passwordChanges: 10,
  /** Code points of a password. */
  passwordCharacters: Object.freeze({ min: 12, max: 128 }),
  /** Characters of an e-mail address. */
  emailCharacters: 254,
  /** Active API keys of an account, and code points of a key's name. */
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
  const limits = Object.entries(KEPT).map(([name, { max }]) => [name, max]);
  return Object.fromEntries(limits) as Record<keyof typeof KEPT, number>;
}

/** Returns a limit for JSON: null is no limit. */
export function limitJson(limit: number): number | null {
  return limit === Infinity ? null : limit;
}
