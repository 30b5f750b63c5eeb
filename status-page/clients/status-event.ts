import { StatusEventPage } from "../incidents/status-event-page.tsx";
import { takeOver } from "./take-over.tsx";

takeOver<"statusEvent">(StatusEventPage);
