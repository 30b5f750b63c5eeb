import "./monitor.test.ts";
