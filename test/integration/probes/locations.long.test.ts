import "./locations.test.ts";
