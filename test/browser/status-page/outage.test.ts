import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesOf, longTest, shortTest } from "../../support/lengths.ts";

import { installChromium, launchChromium } from "../../support/browser/chromium.ts";
import { ownDatabase } from "../../support/databases/every-database.ts";
import { contradictions } from "../../support/outage/contradictions.ts";
import {
  type DesignedOutage,
  outageStages,
  startDesignedOutage,
} from "../../support/outage/designed-outage.ts";
import { readEverything, type Reading } from "../../support/outage/readings.ts";

const browser = await launchChromium();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

describe.skipIf(browser === undefined)(`an outage from before it to the days after${hint}`, () => {
  const stack = new AsyncDisposableStack();
  let outage: DesignedOutage;
  /** What was read at the stages so far. */
  const read = new Map<string, readonly Reading[]>();

  beforeAll(async () => {
    stack.defer(async () => browser?.close());
    const home = stack.use(await ownDatabase("status"));
    outage = stack.use(await startDesignedOutage(home));
  });
  afterAll(() => stack.disposeAsync());

  const stages = casesOf(["fallen"] as const, outageStages);
  let reached = 0;
  test.each(outageStages.filter((stage) => stages.includes(stage)))(
    "%s: nothing that anybody reads contradicts it",
    async (stage) => {
      const at = outageStages.indexOf(stage) + 1;
      for (const next of outageStages.slice(reached, at)) await outage.reach(next);
      reached = at;
      const readings = await readEverything(browser!, outage);
      read.set(stage, readings);
      expect(contradictions(stage, readings)).toEqual([]);
    },
  );

  const incidentAt = (stage: string, place: string): string | undefined =>
    read.get(stage)?.find((reading) => reading.place === place)?.incident;

  shortTest("what fails is told in one sentence, in the reader's zone, in every language", () => {
    const en = "Five services are not responding (since 15:03). We're investigating.";
    const tr = "Beş hizmet yanıt vermiyor (15.03'ten beri). İnceliyoruz.";
    for (const place of ["/", "mail", "Slack"]) {
      expect(incidentAt("fallen", `${place} / en`)).toContain(en);
      expect(incidentAt("fallen", `${place} / tr`)).toContain(tr);
    }
    expect(incidentAt("fallen", "/history.atom?lang=tr")).toContain(tr);
    expect(incidentAt("fallen", "status.json")).toContain(en.replace("15:03", "12:03 UTC"));
    expect(incidentAt("fallen", "webhook / tr")).toContain("(12.03 UTC'den beri)");
  });

  longTest("what fails otherwise is listed below it", () => {
    expect(incidentAt("worse", "mail / en")).toContain(
      "Five services are not responding (since 15:03). We're investigating.\nAlso affected:\n• API documentation: returning errors",
    );
  });

  longTest("what recovers together is told together, with what has not", () => {
    expect(incidentAt("partly-recovered", "mail / en")).toContain(
      "Website and Live demos have recovered (15:07). Four services are still affected. We're investigating.",
    );
  });

  longTest("the end is told once, with the time that it took", () => {
    expect(incidentAt("recovered", "/ / en")).toContain("15:03 – 15:09 (6 min)");
    expect(incidentAt("resolved", "mail / tr")).toContain("Süre: 6 dk (15.03 – 15.09)");
  });
});
