import "./sherpa-models.test.ts";
