import { Type } from "typebox";
import { FormData } from "undici";
import { badBody, expectStatus, jsonValue } from "../network/answer.ts";
import { exchange } from "../network/exchange.ts";
import { isExpected, shown, valueAt } from "../network/json-value.ts";
import { defineKind } from "./kind.ts";
import { httpAddress } from "../network/web-address.ts";

/** Statuses whose answers have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** One HTTP request; its status, and fields of its JSON body, have to be as configured. */
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
    expect_status: Type.Integer({
      description: "The status of the answer; those below 200 come before it and are passed over.",
      minimum: 200,
      maximum: 599,
      default: 200,
    }),
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
  faultOf({ method, form, expect_status, expect_json }) {
    const [field] = Object.keys(expect_json);
    if (field !== undefined && (method === "HEAD" || WITHOUT_BODY.has(expect_status))) {
      const why = method === "HEAD" ? "HEAD" : `status ${expect_status}`;
      return { place: ["expect_json"], message: `an answer to ${why} has no body` };
    }
    const mayCarry = method === "POST" || method === "DELETE";
    return form === undefined || mayCarry
      ? undefined
      : { place: ["form"], message: `a request of ${method} carries no form; takes method: POST` };
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
