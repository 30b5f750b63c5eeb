/** A command that cannot be done as things are; the message is one line. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
