import { ReportPage } from "../reports/report-page.tsx";
import { takeOver } from "./take-over.tsx";

takeOver<"report">(ReportPage);
