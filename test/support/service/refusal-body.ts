/** What a refusal says, in whichever dialect. */
export type Refusal = Readonly<Record<"message" | "type" | "code" | "param", unknown>>;

/** Reads the body of a refusal in the service's own shape, or in that of a dialect; undefined where it has none of these. */
export function refusalOf(body: unknown): Refusal | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { error, detail, err_msg, err_code, code, param } = body as Readonly<
    Record<string, unknown>
  >;
  if (typeof err_msg === "string") return { message: err_msg, type: err_code, code, param };
  const refusal = error ?? detail;
  return typeof refusal === "object" && refusal !== null ? (refusal as Refusal) : undefined;
}
