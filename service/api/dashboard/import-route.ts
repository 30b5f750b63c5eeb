import type { FastifyInstance } from "fastify";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import { Type } from "typebox";
import { accountOf, type Guard } from "../../access/guard.ts";
import type { PronunciationStore } from "../../speech/pronunciations/pronunciation-store.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { ImportedLine } from "../../web/dashboard/content.ts";
import { planImport, refusedLine, type PlannedLine } from "./import-plan.ts";

export interface ImportServices {
  readonly guard: Guard;
  readonly pronunciations: PronunciationStore;
}

const MOST_LINES = 2000;
const ImportBody = Type.Object({
  lines: Type.Array(
    Type.Object({ line: Type.Integer(), entry: Type.Record(Type.String(), Type.Unknown()) }),
    { maxItems: MOST_LINES },
  ),
  /** Whether it is done, or only told what would be. */
  commit: Type.Boolean(),
});

/** `POST /pronunciations/import`: says of each line of a dictionary what becomes of it, and does it where that is asked for. */
export async function importRoute(
  fastify: FastifyInstance,
  { guard, pronunciations }: ImportServices,
): Promise<void> {
  const app = fastify.withTypeProvider<TypeBoxTypeProvider>();
  const onRequest = [guard.authenticated, guard.perMinute("pronunciations")];
  app.post(
    "/pronunciations/import",
    { onRequest, schema: { body: ImportBody } },
    async (request) => {
      const { accountId, limits } = accountOf(request);
      const { entries } = await pronunciations.dictionary(accountId);
      const plan = planImport(request.body.lines, entries, limits.pronunciations);
      const data: ImportedLine[] = [];
      for (const line of plan) {
        const done = request.body.commit ? await carryOut(line, accountId, limits) : line;
        data.push(told(done));
      }
      return { object: "pronunciation.import", committed: request.body.commit, data };
    },
  );

  /** Does what a line says; others may have changed the dictionary meanwhile. */
  async function carryOut(
    planned: PlannedLine,
    accountId: string,
    limits: { readonly pronunciations: number },
  ): Promise<PlannedLine> {
    const { line, word, rule, id } = planned;
    if (rule === undefined) return planned;
    try {
      if (id === undefined) await pronunciations.add(accountId, rule, limits.pronunciations);
      else await pronunciations.change(accountId, id, () => rule);
      return planned;
    } catch (error) {
      if (error instanceof Refusal) return refusedLine(line, word, error);
      throw error;
    }
  }
}

function told({ line, word, outcome, field, message }: PlannedLine): ImportedLine {
  return { line, word, outcome, field, message };
}
