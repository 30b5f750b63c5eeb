import type { CheckContext } from "../check/context.ts";
import type { Report } from "../check/report.ts";
import { dns } from "./dns.ts";
import { health } from "./health.ts";
import { http } from "./http.ts";
import type { CheckKind } from "./kind.ts";
import { page } from "./page.ts";
import { session } from "./session.ts";
import { signIn } from "./sign-in.ts";
import { stream } from "./stream.ts";
import { synthesis } from "./synthesis.ts";
import { tcp } from "./tcp.ts";
import { tls } from "./tls.ts";
import { transcription } from "./transcription.ts";
import { websocket } from "./websocket.ts";

/** A kind of check; its options are unknown until monitor.yaml is read. */
export type Kind = Omit<CheckKind, "run" | "faultOf"> & {
  readonly run: (options: never, context: CheckContext) => Promise<Report>;
  readonly faultOf?: (options: never) => ReturnType<NonNullable<CheckKind["faultOf"]>>;
};

/** Every kind of check, by the name it has in monitor.yaml; the only place that knows them all. */
export const kinds: Readonly<Record<string, Kind>> = {
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
};
