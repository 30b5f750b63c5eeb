/// <reference types="vite/client" />
import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import "../style.css";
import "./console.css";
import "./now.css";
import "./requested-run.css";
import "./graph.css";
import "./sound.css";
import "./console-work.css";
import "./writing.css";
import { onHost } from "../paths/base-path.ts";
import { showCurrentPage } from "./current-page.ts";
import { previewWhileWriting } from "./preview-while-writing.ts";
import { sayReaderZone, showReaderTimes } from "./reader-times.ts";
import { LIVE, refresh, sendInPlace, showLive } from "./refresh.ts";
import { followSounds } from "./sound.ts";

const AWAITED = "console-awaited";
const AWAITED_EVERY_MS = 1_000;

function keepFresh(): void {
  const events = new EventSource(onHost(CONSOLE_PATHS.events));
  events.addEventListener("open", showLive);
  events.addEventListener("changed", () => void refresh().catch(() => undefined));
  addEventListener("pagehide", () => events.close());
}

/** Refreshes until the run that the page waits for has come. */
function awaitRun(): void {
  if (document.getElementById(AWAITED) === null) return;
  const again = (): void =>
    void refresh()
      .catch(() => undefined)
      .finally(awaitRun);
  setTimeout(again, AWAITED_EVERY_MS);
}

showCurrentPage();
showReaderTimes(document);
sayReaderZone();
if (document.getElementById(LIVE) !== null) keepFresh();
awaitRun();
sendInPlace();
previewWhileWriting();
followSounds();
