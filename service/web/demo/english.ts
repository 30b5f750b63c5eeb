import { writeNumber } from "#web-kit/locale/numbers.ts";
import type { Texts } from "./turkish.ts";

/** The texts of the demos in English. */
export const english: Texts = {
  title: "Try it",
  lead: "Speak, drop a recording, or have a text spoken. No account is needed; everything happens on this page.",
  needsScript:
    "The demos need JavaScript in the browser. Without it the API does the same things; the docs have examples.",
  demos: "Demos",
  tabs: { live: "Microphone", file: "File", speech: "Speech", design: "Voice design" },
  session: {
    none: "Your first try opens a session of ten minutes by itself.",
    open: (minutes) =>
      `The demo session has ${minutes} ${minutes === 1 ? "minute" : "minutes"} left; it renews itself while you use it.`,
    ended: "The demo session has ended; your next try opens another one by itself.",
  },
  privacy: {
    title: "What is sent, what is kept?",
    sent: "Only what you say, choose or write is sent, and only to this service. The microphone opens when you start it and closes when you stop it.",
    kept: "Neither sound nor text is kept: both are deleted once they are answered, written to no log and used for no training. Results stay in this tab alone.",
    address: "Your network address is held for ten minutes, to count sessions against their limit.",
  },
  copy: "Copy text",
  copied: "Copied",
  copyFailed: "Could not copy",
  download: "Download",
  downloadAs: (format) => `Download as ${format}`,
  fileNames: { transcript: "transcript", speech: "speech" },
  retry: "Try again",
  retryIn: (seconds) => `Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
  live: {
    title: "Speak, and read along",
    lead: "Your words (in Turkish) appear while you speak; pale ones may still change.",
    buttons: {
      idle: "Start speaking",
      asking: "Cancel",
      listening: "Stop",
      finishing: "Start over",
      done: "Start over",
    },
    goOn: "Go on from here",
    transcript: "Live transcript",
    empty: "What you say will appear here.",
    phases: {
      idle: "Microphone off",
      asking: "The browser is asking for the microphone…",
      listening: "Listening",
      finishing: "Writing the last words…",
      done: "Done",
    },
    hearsNothing: "No sound is coming in. The microphone may be muted, or another one chosen.",
    heardNobody:
      "No speech was heard. Move closer to the microphone and try again, a little louder.",
  },
  file: {
    title: "Transcribe a recording",
    lead: (megabytes) =>
      `WAV, MP3, FLAC, Ogg, Opus, WebM, M4A or MP4, in Turkish; up to ${megabytes} MB and 2 hours.`,
    drop: "Drop or paste a recording here",
    or: "or",
    choose: "Choose a file",
    another: "Choose another file",
    cancel: "Cancel",
    sending: "Sending",
    hearing: "Listening…",
    heard: "Transcribed",
    progress: "Sent",
    size: (megabytes) => `${megabytes} MB`,
    transcript: "Transcript of the recording",
    playFrom: (time) => `Play from ${time}`,
    hint: "Press a word or a time to play the recording from there.",
    unplayable: "Your browser cannot play this file; its transcript is below all the same.",
    heardNobody:
      "No speech was heard in this recording. Make sure that it is not silent and that Turkish is spoken in it.",
  },
  speech: {
    title: "Have a text spoken",
    lead: "It begins to play as soon as the first sentence is ready.",
    text: "Text, in Turkish",
    sentence:
      "Merhaba! Ben yapay bir sesim. Toplantımız 14 Mart’ta saat 09.30’da; gelirken 3 kahve almayı unutmayın.",
    counter: (count, most) => `${writeNumber("en", count)} / ${writeNumber("en", most)} characters`,
    tooLong: (most) => `At most ${writeNumber("en", most)} characters are spoken.`,
    voice: "Voice",
    model: (id, kilohertz) => `${id} · ${kilohertz} kHz`,
    person: (name, gender, age) => `${name} – ${gender}, ${age}`,
    genders: { female: "female", male: "male" },
    ages: { child: "child", young: "young", "middle-aged": "middle-aged", old: "old" },
    speed: "Speed",
    times: (speed) => `${writeNumber("en", speed, { most: 2 })} ×`,
    pronunciation: "Change how a word is said",
    word: "Word",
    alias: "Said as",
    wordExample: "GitHub",
    aliasExample: "githab",
    speak: "Speak",
    noVoices: "The voice models are still loading; reload the page in a moment.",
  },
  take: {
    stop: "Stop",
    replay: "Play again",
    waiting: "Waiting for the first sound…",
    sounding: "Playing",
    silent: "Ready",
    empty: "The sound will play here.",
    waited: (seconds) => `first sound after ${writeNumber("en", seconds, { most: 2 })} s`,
    cutShort: "It was cut short; what you heard is still here.",
    preparing: "Preparing…",
  },
  design: {
    title: "Describe a voice",
    lead: "Write who speaks, and how, in Turkish or English; the voice is made for you. Change the words and compare.",
    description: "Who speaks?",
    descriptionHelp: "Gender, age, how deep or bright the voice is, and its temper are understood.",
    directions: "How do they speak? (optional)",
    directionsHelp: "Pace, tone, a whisper, joy, sorrow…",
    text: "What do they say, in Turkish?",
    sentence: "Akşama doğru hava serinledi ve hafif bir yağmur başladı.",
    suggestions: "Suggestions",
    descriptions: [
      "a young, cheerful woman",
      "an old man with a deep voice",
      "news presenter",
      "a child with a high voice",
    ],
    deliveries: ["whispering", "excited and fast", "sad, slow"],
    parentheses: "Parentheses cannot be used.",
    missing: "Describe a voice first.",
    create: "Hear this voice",
    variants: "Voices you made",
    none: "The voices you make are listed here, so that you can compare them.",
    edit: "Edit the description",
    ignored: (words) => `Left out, because they say nothing of a voice: ${words}.`,
    unavailable: "The model that designs voices is still loading; reload the page in a moment.",
  },
  unknownProblem: "This request could not be completed.",
  problems: {
    microphone_refused: {
      what: "The microphone was not allowed.",
      advice: "Allow it for this page with the icon in the address bar, then try again.",
    },
    microphone_absent: {
      what: "No microphone was found.",
      advice: "Connect a microphone or headset, then try again.",
    },
    microphone_busy: {
      what: "The microphone could not be opened.",
      advice: "Close other programs that may be using it, then try again.",
    },
    microphone_insecure: {
      what: "This page cannot use the microphone.",
      advice: "Browsers give it only to pages that were opened over https.",
    },
    microphone_unavailable: {
      what: "The microphone could not be opened.",
      advice: "Update the browser, or try another one.",
    },
    microphone_lost: {
      what: "The microphone was disconnected.",
      advice: "What was heard until then is written. Connect it again and go on.",
    },
    connection_lost: {
      what: "The connection to the service was lost.",
      advice: "Check your connection and try again; what came until then is still here.",
    },
    offline: {
      what: "You are offline.",
      advice: "Try again once the connection is back; what came until then is still here.",
    },
    session_limit: {
      what: "Too many demo sessions were opened from this network.",
      advice: "Try again in a few minutes, or use an API key of your own.",
    },
    token_expired: {
      what: "The demo session has ended.",
      advice: "Try again; another one opens by itself.",
    },
    invalid_token: {
      what: "The demo session is no longer valid.",
      advice: "Try again; another one opens by itself.",
    },
    auth_unavailable: {
      what: "The session cannot be checked at the moment.",
      advice: "This will pass.",
    },
    rate_limit_exceeded: {
      what: "Too many requests at once, or one after another.",
      advice: "Stop other demos that are running.",
    },
    quota_exceeded: {
      what: "This month’s quota is used up.",
      advice: "You can try again at the beginning of next month.",
    },
    server_busy: {
      what: "The service is very busy.",
      advice: "All places are taken; this will pass.",
    },
    high_demand: {
      what: "The service is very busy.",
      advice: "Your request would have waited too long; this will pass.",
    },
    model_loading: {
      what: "The model is still loading.",
      advice: "It will be ready in a few seconds.",
    },
    engine_error: {
      what: "The model failed on this request.",
      advice: "Try again; if it persists, change the text or the recording a little.",
    },
    internal_error: {
      what: "Something unexpected went wrong in the service.",
      advice: "Try again in a while.",
    },
    unsupported_file: {
      what: "This is not an audio file.",
      advice: "Choose a WAV, MP3, FLAC, Ogg, Opus, WebM, M4A or MP4 file.",
    },
    several_files: {
      what: "Several files were dropped.",
      advice: "Drop them one at a time.",
    },
    empty_audio: {
      what: "This file is empty.",
      advice: "Choose a file with sound in it.",
    },
    undecodable_audio: {
      what: "This file could not be read as audio.",
      advice: "It may be damaged; check that you can play it, or convert it to WAV or MP3.",
    },
    file_too_large: {
      what: "This file is larger than 100 MB.",
      advice: "Compress it as MP3 or Opus, or split it.",
    },
    audio_too_long: {
      what: "The audio is longer than 2 hours.",
      advice: "Split it into parts of up to two hours.",
    },
    stream_idle_timeout: {
      what: "Listening ended because no sound came for a long time.",
      advice: "Start again to go on.",
    },
    input_too_long: {
      what: "The text has more than 5,000 characters.",
      advice: "Shorten it, or have it spoken in parts.",
    },
    invalid_pronunciations: {
      what: "The pronunciation cannot be used.",
      advice: "Write the word, and how it is said, in Turkish letters.",
    },
    invalid_voice_description: {
      what: "This description cannot be used.",
      advice: "Write at most 200 characters, without parentheses.",
    },
    invalid_instructions: {
      what: "These directions cannot be used.",
      advice: "Write at most 200 characters, without parentheses.",
    },
    unknown_voice: {
      what: "This voice is gone.",
      advice: "Reload the page and choose another one.",
    },
  },
};
