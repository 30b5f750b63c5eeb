import "./embedded-process.test.ts";
