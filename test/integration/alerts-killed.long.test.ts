import { describeKilledAlerting } from "../support/status-api/killed-alerting.ts";

// `npm run chaos -- --only alerts` kills more often.
describeKilledAlerting(3);
