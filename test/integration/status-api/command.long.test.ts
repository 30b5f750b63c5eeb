import "./command.test.ts";
