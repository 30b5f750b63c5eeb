import "./database-away.test.ts";
