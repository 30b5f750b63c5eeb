import { HistoryPage } from "../incidents/history-page.tsx";
import { takeOver } from "./take-over.tsx";

takeOver<"history">(HistoryPage);
