import "./get-model.test.ts";
