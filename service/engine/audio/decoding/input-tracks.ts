/** A track of audio in a file, as FFmpeg tells of it. */
export interface InputTrack {
  /** ISO 639; undefined where the file does not say. */
  readonly language: string | undefined;
}

/** More tracks than people record; what lies behind them is not heard. */
const MOST_TRACKS = 8;
const TURKISH: ReadonlySet<string> = new Set(["tur", "tr", "tr-TR"]);
const UNTOLD: ReadonlySet<string> = new Set(["und", "mis", "mul", "zxx"]);

/** Reads the line of a log that tells of a track of audio; undefined for any other line. */
export function inputTrackOf(line: string): InputTrack | undefined {
  const told = /^\s*Stream #0:\d+(?:\[\w+\])?(?:\(([\w-]+)\))?: Audio: /.exec(line);
  if (told === null) return undefined;
  const [, language] = told;
  return { language: language === undefined || UNTOLD.has(language) ? undefined : language };
}

/**
 * Returns the numbers of the tracks that are to be heard together: those in Turkish where a file has some, otherwise all that are
 * in the language of the first one. Somebody's microphone may be any of them, but a film in two languages is no conversation.
 */
export function tracksToHear(tracks: readonly InputTrack[]): readonly number[] {
  const isTurkish = ({ language }: InputTrack) => language !== undefined && TURKISH.has(language);
  const first = tracks[0]?.language;
  const isHeard = tracks.some(isTurkish)
    ? isTurkish
    : ({ language }: InputTrack) => language === first;
  const heard = tracks.flatMap((track, at) => (isHeard(track) ? [at] : []));
  return heard.slice(0, MOST_TRACKS);
}
