import "./uptime-oracle.test.ts";
