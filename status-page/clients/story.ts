import { StoryPage } from "../incidents/story-page.tsx";
import { takeOver } from "./take-over.tsx";

takeOver<"story">(StoryPage);
