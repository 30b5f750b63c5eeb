/** The speech service as `npm start` runs it, which tells its parent how long its event loop was held. */

import { answerParent } from "./told-watch.ts";

answerParent();
await import("../../../service/main.ts");
