import { OverviewPage } from "../page/overview-page.tsx";
import { takeOver } from "./take-over.tsx";

takeOver<"overview">(OverviewPage);
