import type * as fc from "fast-check";
import type { HoldWatch } from "./watched/hold-watch.ts";

/** One input, ready to be sent. */
export interface Attempt {
  /** Describes the input in words and bytes that a person can send again. */
  tell(): string;
  /** Sends it and says what became of it; rejects with Fault where the contract says otherwise. */
  send(): Promise<"accepted" | "refused">;
}

/** An answer that the contract does not have. */
export class Fault extends Error {
  override readonly name = "Fault";
}

/** The programs that inputs are sent to. */
export interface Targets {
  readonly service: { readonly url: string; readonly key: string };
  readonly status: { readonly url: string; readonly token: string };
}

/** One way into the product. */
export interface Surface {
  readonly name: string;
  /** Of a hundred inputs. */
  readonly share: number;
  /** Of fewer inputs it may accept none; as many as its share where left out. */
  readonly minInputs?: number;
  /** The process whose event loop and memory are watched meanwhile. */
  readonly watched: keyof Watches;
  attempts(targets: Targets): Promise<fc.Arbitrary<Attempt>>;
}

export interface Watches {
  readonly service: HoldWatch;
  readonly status: HoldWatch;
  /** The fuzzing process itself, for what is called and not asked. */
  readonly self: HoldWatch;
}
