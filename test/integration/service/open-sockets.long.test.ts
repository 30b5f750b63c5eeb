import { eventually } from "../../support/eventually.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LIMITS } from "#service/contract/limits.ts";
import { accountCommand, accountKey } from "../../support/service/account-command.ts";
import { dashboardClient } from "../../support/service/dashboard-client.ts";
import { startSpeechService, type SpeechService } from "../../support/service/speech-service.ts";
import { openStream, type StreamClient } from "../../support/service/stream-client.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";

/** For the time that a key's last check is remembered, and the recheck after it. */
const SECONDS = { timeout: 60_000 };
const SPEECH = "/v1/audio/speech/stream";
const LIVE = "/v1/audio/stream";

let service: SpeechService;
let data: TemporaryDirectory;
beforeAll(async () => {
  data = await temporaryDirectory("open-sockets");
  service = await startSpeechService({ DATA_DIR: data.path });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await data[Symbol.asyncDispose]();
});

const open = (credential: string, path = LIVE) => openStream(service.url, { credential, path });

const errorOf = async (client: StreamClient) => {
  const { error } = (await client.message("error")) as unknown as {
    readonly error: { readonly code: string };
  };
  return [error.code, await client.closed()];
};

async function keyIdOf(email: string): Promise<string> {
  const answer = await accountCommand(data.path, "keys", email);
  const { data: keys } = answer as unknown as { readonly data: readonly { readonly id: string }[] };
  return keys[0]?.id ?? "";
}

test.each([LIVE, SPEECH])(
  "a key that is revoked ends its open sockets of %s",
  SECONDS,
  async (path) => {
    const email = `${path.length}@example.com`;
    const key = await accountKey(data.path, email);
    using client = await open(key, path);
    using other = await open(service.key, path);
    client.say({ type: "keepalive" });
    await accountCommand(data.path, "keys", email, "revoke", await keyIdOf(email));
    expect(await errorOf(client)).toEqual(["invalid_api_key", 4401]);
    other.say({ type: "end" });
    expect(await other.closed()).toBe(1000);
  },
);

test("a token of a key that is revoked, likewise", SECONDS, async () => {
  const key = await accountKey(data.path, "token@example.com");
  const answer = await fetch(new URL("/v1/sessions", service.url), {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
  });
  const { token } = (await answer.json()) as { readonly token: string };
  using client = await open(token);
  await accountCommand(
    data.path,
    "keys",
    "token@example.com",
    "revoke",
    await keyIdOf("token@example.com"),
  );
  expect(await errorOf(client)).toEqual(["invalid_token", 4401]);
});

test("an account that is closed ends its open sockets", SECONDS, async () => {
  const email = "closed@example.com";
  const made = await accountCommand(data.path, "create", email);
  if (made.object !== "new_account") throw new Error(`made ${made.object}, no account`);
  const { password, api_key: apiKey } = made;
  const owner = dashboardClient(service.url);
  await owner.post("/dashboard/sign-in", { email, password: password!, next: "" });
  using client = await open(apiKey.key);
  client.say({ type: "keepalive" });
  const gone = await owner.post("/dashboard/account/delete", { proof: password! });
  expect(gone.headers.get("location")).toBe("/dashboard?notice=account-deleted");
  expect(await errorOf(client)).toEqual(["invalid_api_key", 4401]);
});

test("sockets beyond a limit that was lowered end, and one goes on", SECONDS, async () => {
  const email = "lowered@example.com";
  const key = await accountKey(data.path, email, "concurrent-streams=3");
  using first = await open(key);
  using second = await open(key);
  using third = await open(key);
  const clients = [first, second, third];
  await accountCommand(data.path, "limits", email, "concurrent-streams=1");
  const isOpen = ({ socket }: StreamClient) => socket.readyState === socket.OPEN;
  const alive = setInterval(() => {
    for (const client of clients.filter(isOpen)) client.say({ type: "keepalive" });
  }, 1000);
  try {
    await eventually("two have ended", () => clients.filter(isOpen).length === 1, 30_000);
    const left = clients.find(isOpen)!;
    const ended = clients.filter((client) => client !== left);
    const tooMany = ["rate_limit_exceeded", 4429];
    expect(await Promise.all(ended.map(errorOf))).toEqual([tooMany, tooMany]);
    left.say({ type: "end" });
    expect(await left.closed()).toBe(1000);
  } finally {
    clearInterval(alive);
  }
});

test("pings and pongs are messages that a socket may send so many of", async () => {
  for (const send of ["ping", "pong"] as const) {
    using client = await open(service.key);
    client.say({ type: "keepalive" });
    for (let at = 0; at < 2 * LIMITS.socket.messagesAtOnce; at += 1) client.socket[send]("");
    expect(await errorOf(client)).toEqual(["rate_limit_exceeded", 4429]);
  }
});

test("a socket that was refused is not read for ever", async () => {
  using client = await open("sk_wrong");
  const raw = Reflect.get(client.socket, "_socket") as {
    bytesWritten: number;
    writableLength: number;
    write(bytes: Buffer): boolean;
  };
  await client.message("error");
  const ping = Buffer.from([0x89, 0x80, 1, 2, 3, 4]);
  let taken = 0;
  for (let at = 0; at < 400; at += 1) {
    raw.write(Buffer.concat(Array.from({ length: 5000 }, () => ping)));
    await new Promise((resolve) => setTimeout(resolve, 2));
    taken = raw.bytesWritten - raw.writableLength;
  }
  // What lies between the two is buffers of the network.
  expect(taken).toBeLessThan(400 * 5000 * ping.length * 0.8);
});
