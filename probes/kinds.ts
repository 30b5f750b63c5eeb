import { dns } from "./kinds/dns.ts";
import { health } from "./kinds/health.ts";
import { http } from "./kinds/http.ts";
import type { CheckKind } from "./kinds/kind.ts";
import { page } from "./kinds/page.ts";
import { session } from "./kinds/session.ts";
import { signIn } from "./kinds/sign-in.ts";
import { stream } from "./kinds/stream.ts";
import { synthesis } from "./kinds/synthesis.ts";
import { tcp } from "./kinds/tcp.ts";
import { tls } from "./kinds/tls.ts";
import { transcription } from "./kinds/transcription.ts";
import { websocket } from "./kinds/websocket.ts";
import type { CheckContext, Report } from "./observation.ts";

/** Every kind of check, by the name it has in monitor.yaml; the only place that knows them all. */
export const kinds = {
  http,
  tcp,
  tls,
  dns,
  page,
  health,
  transcription,
  websocket,
  stream,
  synthesis,
  session,
  "sign-in": signIn,
} satisfies Readonly<Record<string, Kind>>;

/** Those kinds that may be controls: they need neither a key nor a recording. */
export const controlKinds = ["http", "tcp", "tls", "dns"] as const satisfies (keyof typeof kinds)[];

/** Any kind, its options unknown until they are read. */
export type Kind = Pick<CheckKind, "description" | "options" | "files"> & {
  readonly run: (options: never, context: CheckContext) => Promise<Report>;
};
