import type { Answer } from "#service/command/account-work.ts";
import { askService } from "#service/command/command-socket.ts";

/** Has the service of a directory carry out a command of `npm run accounts`. */
export async function accountCommand(
  dataDirectory: string,
  ...parameters: readonly string[]
): Promise<Answer> {
  const reply = await askService(dataDirectory, { parameters, password: undefined });
  if (reply === undefined) throw new Error(`no service listens in ${dataDirectory}`);
  if ("error" in reply) throw new Error(reply.error);
  return reply.answer;
}

/** Makes an account with limits of its own and returns its API key. */
export async function accountKey(
  dataDirectory: string,
  email: string,
  ...limits: readonly string[]
): Promise<string> {
  const answer = await accountCommand(dataDirectory, "create", email);
  if (answer.object !== "new_account") throw new Error(`made ${answer.object}, no account`);
  if (limits.length > 0) await accountCommand(dataDirectory, "limits", email, ...limits);
  return answer.api_key.key;
}
