import type { FastifyInstance } from "fastify";
import { accountOf } from "../../access/guard.ts";
import { ApiError } from "../../contract/errors.ts";
import { dashboardOperations, type ImportedLine } from "../../contract/dashboard.ts";
import { nothingLeft } from "../../contract/schema.ts";
import { routesOf } from "../http/routes.ts";
import type { ApiServices } from "../http/services.ts";
import { planImport, refusedLine, type PlannedLine } from "./import-plan.ts";

/**
 * Handles `POST /pronunciations/import`: returns the outcome of each line of a dictionary, and applies it when `commit` is set.
 */
export async function importRoute(
  app: FastifyInstance,
  { guard, pronunciations }: ApiServices,
): Promise<void> {
  const route = routesOf(app, guard);
  route(dashboardOperations.importPronunciations).answer(async ({ body }, request) => {
    const { lines, commit, ...rest } = body;
    nothingLeft(rest);
    const { accountId, limits } = accountOf(request);
    const { entries } = await pronunciations.dictionary(accountId);
    const data: ImportedLine[] = [];
    for (const line of planImport(lines, entries, limits.pronunciations)) {
      data.push(importedLine(commit ? await carryOut(line, accountId, limits) : line));
    }
    return { object: "pronunciation.import", committed: commit, data };
  });

  /** Applies a planned line; refuses it if the dictionary has changed meanwhile and it no longer fits. */
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
      if (error instanceof ApiError) return refusedLine(line, word, error);
      throw error;
    }
  }
}

function importedLine({ line, word, outcome, field, message }: PlannedLine): ImportedLine {
  return { line, word, outcome, field, message };
}
