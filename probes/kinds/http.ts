import { Type } from "typebox";
import { FormData } from "undici";
import { badBody, expectStatus, jsonValue } from "../network/answer.ts";
import { exchange } from "../network/exchange.ts";
import { isExpected, shown, valueAt } from "../network/json-value.ts";
import { defineKind } from "./kind.ts";
import { httpAddress } from "../network/web-address.ts";

/** One request whose status, and fields of whose JSON body, have to be as configured. */
export const http = defineKind({
  description: "One HTTP request; its status and fields of its JSON answer are compared.",
  canBeControl: true,
  options: {
    url: httpAddress("What is requested."),
    method: Type.Enum(["GET", "POST", "HEAD", "DELETE"], { default: "GET" }),
    authorize: Type.Boolean({ description: "Whether to send the API key.", default: false }),
    form: Type.Optional(
      Type.Record(Type.String(), Type.String(), {
        description: "Fields sent as multipart form.",
      }),
    ),
    expect_status: Type.Integer({ minimum: 100, maximum: 599, default: 200 }),
    expect_json: Type.Record(
      Type.String(),
      Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
      {
        description:
          "Values in the JSON answer by their path, e.g. `error.code: missing_file`; names may have dots themselves, places in a list are numbers from 0.",
        default: {},
      },
    ),
  },
  async run(options, context) {
    const answer = await exchange(
      {
        url: options.url,
        method: options.method,
        headers: options.authorize ? { authorization: `Bearer ${context.apiKey}` } : {},
        ...(options.form === undefined ? {} : { body: formOf(options.form) }),
      },
      context,
    );
    expectStatus(answer, options.expect_status);
    const expectations = Object.entries(options.expect_json);
    const document = expectations.length === 0 ? undefined : jsonValue(answer);
    for (const [path, expected] of expectations) {
      const found = valueAt(document, path);
      if (isExpected(found, expected)) continue;
      throw badBody(answer, `${path} is ${shown(found)}, not ${JSON.stringify(expected)}`);
    }
    return { result: "ok", phases: answer.phases };
  },
});

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
