import "./asked-runs.test.ts";
