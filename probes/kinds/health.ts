import { Type } from "typebox";
import { badBody, expectStatus, jsonObject } from "../network/answer.ts";
import { exchange } from "../network/exchange.ts";
import { defineKind } from "./kind.ts";
import { httpAddress } from "../network/web-address.ts";

/** The synthesis health document: every configured model has to be listed with status `ok`. */
export const health = defineKind({
  description: "The synthesis health document, model by model.",
  options: {
    url: httpAddress("The health document."),
    models: Type.Array(Type.String({ minLength: 1 }), {
      description: "Ids of the models that have to be there.",
      minItems: 1,
    }),
  },
  async run({ url, models }, context) {
    const answer = await exchange({ url }, context);
    expectStatus(answer, 200);
    const document = jsonObject(answer)["models"];
    const states = models.map((model) => ({ model, status: statusOf(document, model) }));
    const absent = states.filter(({ status }) => status === undefined);
    if (absent.length > 0) throw badBody(answer, `no state of ${namesOf(absent)}`);
    const { phases } = answer;
    const impaired = states.filter(({ status }) => status !== "ok");
    if (impaired.length === 0) return { result: "ok", phases };
    const found = impaired.map(({ model, status }) => `${model} is ${status}`).join(", ");
    const message = `${answer.what}: ${found}`;
    const result = impaired.length < states.length ? "degraded" : "failed";
    return { result, reason: "model_degraded", message, phases };
  },
});

function statusOf(document: unknown, model: string): string | undefined {
  if (typeof document !== "object" || document === null) return undefined;
  const entry: unknown = Reflect.get(document, model);
  if (typeof entry !== "object" || entry === null) return undefined;
  const status: unknown = Reflect.get(entry, "status");
  return typeof status === "string" ? status : undefined;
}

function namesOf(states: readonly { readonly model: string }[]): string {
  return states.map(({ model }) => model).join(", ");
}
