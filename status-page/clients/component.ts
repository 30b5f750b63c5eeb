import { ComponentPage } from "../component/component-page.tsx";
import { takeOver } from "./take-over.tsx";

takeOver<"component">(ComponentPage);
