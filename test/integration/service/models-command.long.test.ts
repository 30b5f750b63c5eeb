import "./models-command.test.ts";
