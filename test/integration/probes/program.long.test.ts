import "./program.test.ts";
