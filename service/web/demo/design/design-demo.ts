import { signal, type ReadonlySignal } from "@preact/signals";
import type { DemoModel } from "../frame/content.ts";
import type { DemoSession } from "../../session/demo-session.ts";
import { Take } from "../take/take.ts";
import { designRequestOf, type DesignForm } from "./design-form.ts";

/** A voice that the reader described, and what it says. */
export interface Variant {
  readonly id: number;
  readonly form: DesignForm;
  readonly take: Take;
}

/** Older variants make room for new ones. */
const MOST_VARIANTS = 6;

/** The demo of designed voices: makes variants, of which one sounds at a time. */
export class DesignDemo {
  readonly #session: DemoSession;
  readonly #model: DemoModel;
  readonly #variants = signal<readonly Variant[]>([]);
  #made = 0;

  constructor(session: DemoSession, model: DemoModel) {
    this.#session = session;
    this.#model = model;
  }

  /** The newest first. */
  get variants(): ReadonlySignal<readonly Variant[]> {
    return this.#variants;
  }

  /** Makes a voice and lets it speak; has to begin with a press of the reader's. */
  create(form: DesignForm): void {
    this.#hush();
    const take = new Take(this.#session);
    this.#made += 1;
    const variant = { id: this.#made, form, take };
    this.#variants.value = [variant, ...this.#variants.value].slice(0, MOST_VARIANTS);
    void take.ask(designRequestOf(form, this.#model));
  }

  replay({ take }: Variant): void {
    this.#hush();
    take.replay();
  }

  #hush(): void {
    for (const { take } of this.#variants.value) {
      const { phase } = take.state.value;
      if (phase === "waiting" || phase === "sounding") take.stop();
    }
  }
}
