import { describeKilledAlerting } from "../chaos/alerts/killed-alerting.ts";

// `npm run chaos -- --only alerts` kills more often.
describeKilledAlerting(3);
