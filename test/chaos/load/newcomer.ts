import { randomUUID } from "node:crypto";
import { within } from "#database/within.ts";
import { dashboardClient, type DashboardClient } from "../../support/service/dashboard-client.ts";
import { addressOf, askApi, type Client, TIMEOUT_MS } from "./client.ts";
import type { Ledger } from "./ledger.ts";

const PASSWORD = "dört sözcükten bir parola";

/** A write with an account's key; repeated under the same idempotency key until it is answered. */
interface Step {
  readonly path: string;
  readonly body: object;
  readonly idempotencyKey: string;
}

/** People who make an account and a key in the dashboard, and with the key a pronunciation and a voice, one after the other. */
export class Newcomers implements Client {
  readonly place = "dashboard";
  readonly everyMs = 500;
  readonly #url: string;
  readonly #ledger: Ledger;
  #made = 0;
  #key = "";
  #steps: readonly Step[] = [];

  constructor(url: string, ledger: Ledger) {
    this.#url = url;
    this.#ledger = ledger;
  }

  async visit(): Promise<void> {
    const [step, ...later] = this.#steps;
    if (step !== undefined) {
      await this.#write(step, this.#key);
      this.#steps = later;
      return;
    }
    this.#key = await this.signUp();
    this.#steps = stepsOf(this.#made);
  }

  /** Makes an account, and a key of it, which it returns. */
  async signUp(): Promise<string> {
    const number = ++this.#made;
    const email = `newcomer${number}@example.com`;
    const keyName = `key of ${number}`;
    const browser = dashboardClient(this.#url, addressOf(number));
    await expectStatus(303, browser.post("/dashboard/sign-up", { email, password: PASSWORD }));
    this.#ledger.acknowledge({
      kind: "account",
      name: email,
      count: async () => ((await pageOf(browser, "/dashboard/account")).includes(email) ? 1 : 0),
    });
    const page = await expectStatus(201, browser.post("/dashboard/keys", { name: keyName }));
    const [, key] = /<code class="secret">(sk_[\w-]+)</.exec(page) ?? [];
    if (key === undefined) throw new Error("the page shows no key");
    this.#ledger.acknowledge({
      kind: "key",
      name: keyName,
      count: async () =>
        (await pageOf(browser, "/dashboard/keys")).split(`>${keyName}</p>`).length - 1,
    });
    return key;
  }

  async #write({ path, body, idempotencyKey }: Step, key: string): Promise<void> {
    const address = new URL(path, this.#url);
    const sent = { method: "POST", body, idempotencyKey };
    const { id } = await askApi<{ id: string }>(address, key, sent);
    this.#ledger.acknowledge({
      kind: path.replace("/v1/", ""),
      name: id,
      // The account has this one alone: whatever else is there came of the same request.
      count: async () => {
        const { data } = await askApi<{ data: readonly { id: string }[] }>(address, key);
        return data.some((one) => one.id === id) ? data.length : 0;
      },
    });
  }
}

function stepsOf(number: number): readonly Step[] {
  return [
    { path: "/v1/pronunciations", body: { word: `kelime${number}`, alias: "başka" } },
    { path: "/v1/voices", body: { voice_description: "genç kadın", name: `ses ${number}` } },
  ].map((step) => ({ ...step, idempotencyKey: randomUUID() }));
}

async function expectStatus(status: number, response: Promise<Response>): Promise<string> {
  const answer = await within(TIMEOUT_MS, response);
  const text = await within(TIMEOUT_MS, answer.text());
  if (answer.status !== status) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
  return text;
}

function pageOf(browser: DashboardClient, path: string): Promise<string> {
  return expectStatus(200, browser.get(path));
}
