/** A command line that says nothing that can be done; the message is one line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A command that could not be carried out; the message is one line. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
