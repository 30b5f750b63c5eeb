import "./replay.test.ts";
