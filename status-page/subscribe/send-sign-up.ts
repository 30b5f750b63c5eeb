import type { Offer } from "#status-api/page/subscriber-content.ts";
import { signUpPath } from "./sign-up-form.tsx";
import type { Trouble } from "./trouble.ts";

const offerPath = "/api/v2/subscribers/channels.json";
const timeoutMs = 15_000;

/** What a page that offers no subscription offers. */
const feedsAlone: Offer = { channels: [], languages: [], components: [] };

/** Asks what is offered; throws where nobody answers. */
export async function fetchOffer(): Promise<Offer | "away"> {
  const response = await fetch(offerPath, { signal: AbortSignal.timeout(timeoutMs) });
  if (response.status === 404) return feedsAlone;
  return response.ok ? ((await response.json()) as Offer) : "away";
}

/** Returns the address that a form was filled in with. */
export function addressIn(form: FormData): string {
  const address = form.get("address");
  return typeof address === "string" ? address.trim() : "";
}

/** Sends a filled-in form; returns what went wrong, undefined when nothing did. */
export async function sendSignUp(form: FormData): Promise<Trouble | undefined> {
  const address = addressIn(form);
  const isAll = form.get("scope") === "all";
  const components = form.getAll("components");
  if (address === "") return "no_address";
  if (!isAll && components.length === 0) return "invalid_components";
  const wish = {
    channel: form.get("channel"),
    address,
    language: form.get("language"),
    ...(isAll ? {} : { components }),
  };
  try {
    const response = await fetch(signUpPath, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(wish),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok ? undefined : troubleOf(await response.json());
  } catch {
    return "unreachable";
  }
}

const refusals: readonly Trouble[] = [
  "invalid_address",
  "invalid_components",
  "email_not_offered",
  "too_many_sign_ups",
];

function troubleOf(answer: unknown): Trouble {
  const { code } = (answer as { error?: { code?: unknown } }).error ?? {};
  if (code === "database_away") return "away";
  return refusals.find((refusal) => refusal === code) ?? "other";
}
