/** Returns whether an HTTP status says that the server could not answer, though the request may be right. */
export function isServerFault(status: number): boolean {
  return status >= 500;
}
