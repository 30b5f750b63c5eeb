/** The speech service as `npm start` runs it, which tells its parent how long its event loop was held. */

import { answerParent } from "./parent-watch.ts";

answerParent();
await import("../../../service/main.ts");
