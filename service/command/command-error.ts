/** A command that cannot be carried out; the message is one line. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
