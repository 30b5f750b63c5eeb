import { same, that } from "../mismatch.ts";
import type { InterfaceItem } from "../interface/items.ts";
import { works, type Row, type RowContext } from "../row.ts";
import type { Json } from "../service-client.ts";
import { succeeded } from "./asking.ts";

async function health({ client, ttsUrl }: RowContext): Promise<Json> {
  const answer = await client.ask(`${ttsUrl}/health/synth`, { credential: null });
  return succeeded(answer, 200).json;
}

function field(name: string, says: string, item: InterfaceItem, check: (document: Json) => void) {
  const title = `GET {tts_url}/health/synth, without a credential, ${name}: ${says}`;
  return works("endpoints", title, async (context) => check(await health(context)), [item]);
}

const models = (document: Json) =>
  Object.entries(document["models"] as Readonly<Record<string, Json>>);

function inEveryModel(
  name: string,
  says: string,
  item: InterfaceItem,
  holds: (value: unknown) => boolean,
) {
  return field(`models.${name}`, says, item, (document) => {
    for (const [id, model] of models(document)) {
      that(`${id}.${name}`, holds(model[name]), says, model[name]);
    }
  });
}

/** Part 4, the health document of synthesis. */
export const HEALTH_DOCUMENT: readonly Row[] = [
  field("status", "ok", "health document: status", ({ status }) => same("status", status, "ok")),
  field("service", "the marker of synthesis", "health document: service", ({ service }) =>
    same("service", service, "synth"),
  ),
  field("model", "the default one", "health document: model", ({ model }) =>
    same("model", model, "synth-v2"),
  ),
  field("models", "each one by its id", "health document: models", (document) => {
    const ids = models(document).map(([id]) => id);
    for (const id of ["synth-v1", "synth-v2"]) that("models", ids.includes(id), id, ids);
  }),
  inEveryModel("status", "ok", "health document: models.status", (status) => status === "ok"),
  inEveryModel("sample_rate", "whole Hz", "health document: models.sample_rate", (rate) =>
    Number.isInteger(rate),
  ),
  inEveryModel("default", "a boolean", "health document: models.default", (isDefault) =>
    [true, false].includes(isDefault as boolean),
  ),
  ...(
    [
      ["synth-v2", 48_000, true],
      ["synth-v1", 24_000, false],
    ] as const
  ).map(([id, sample_rate, isDefault]) =>
    works(
      "endpoints",
      `GET {tts_url}/health/synth: ${id} at ${sample_rate} Hz, default: ${isDefault}`,
      async (context) => {
        const { status: _, ...model } = Object.fromEntries(models(await health(context)))[id] ?? {};
        same(id, model, { sample_rate, default: isDefault });
      },
      [`synthesis model: ${id}`],
    ),
  ),
  field("limits_degraded", "false", "health document: limits_degraded", ({ limits_degraded }) =>
    same("limits_degraded", limits_degraded, false),
  ),
];
