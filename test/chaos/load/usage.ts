import { eventually } from "../../support/eventually.ts";
import { askApi } from "./client.ts";

interface Use {
  readonly audioSeconds: number;
  readonly characters: number;
}

/** Usage is written two seconds after an answer, and with the database slow some later. */
const BOOKED_MS = 15_000;
/** Of seconds that are summed as fractions. */
const TOLERANCE = 1e-6;

/** What was asked of an account's allowance, and of it what was answered. */
export class UsageTally {
  readonly #requested = { audioSeconds: 0, characters: 0 };
  readonly #answered = { audioSeconds: 0, characters: 0 };

  /** Counts a piece of work that uses so much. */
  async count(use: Partial<Use>, work: Promise<unknown>): Promise<void> {
    add(this.#requested, use);
    await work;
    add(this.#answered, use);
  }

  /** Says what is wrong with what the service booked; what was answered has to be there, and no more than was asked for. */
  async complaints(serviceUrl: string, key: string): Promise<readonly string[]> {
    const answered = { ...this.#answered };
    let booked: Use = { audioSeconds: 0, characters: 0 };
    const isThere = async (): Promise<boolean> => {
      booked = await bookedUse(serviceUrl, key);
      return covers(booked, answered);
    };
    const found: string[] = [];
    await eventually("what was answered is booked", isThere, BOOKED_MS).catch(() =>
      found.push(`booked ${shown(booked)} of ${shown(answered)}`),
    );
    if (!covers(this.#requested, booked)) {
      found.push(`booked ${shown(booked)}, though ${shown(this.#requested)} was asked for`);
    }
    return found;
  }
}

async function bookedUse(serviceUrl: string, key: string): Promise<Use> {
  const { total } = await askApi<{ total: { audio_seconds: number; characters: number } }>(
    new URL("/v1/usage", serviceUrl),
    key,
  );
  return { audioSeconds: total.audio_seconds, characters: total.characters };
}

function add(sum: { audioSeconds: number; characters: number }, use: Partial<Use>): void {
  sum.audioSeconds += use.audioSeconds ?? 0;
  sum.characters += use.characters ?? 0;
}

function covers(one: Use, other: Use): boolean {
  return (
    one.audioSeconds >= other.audioSeconds * (1 - TOLERANCE) && one.characters >= other.characters
  );
}

function shown({ audioSeconds, characters }: Use): string {
  return `${audioSeconds.toFixed(1)} s of audio and ${characters} characters`;
}
