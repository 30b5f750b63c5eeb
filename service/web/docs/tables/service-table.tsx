import type { ArticleProps } from "../frame/article.ts";
import { ErrorTable } from "./error-table.tsx";
import { LimitTable } from "./limit-table.tsx";
import { VoiceTable } from "./voice-table.tsx";

const TABLES = { errors: ErrorTable, limits: LimitTable, voices: VoiceTable };

/** A table of a guide that is made from what the service does; throws for a name that there is none of. */
export function ServiceTable({ name, ...props }: ArticleProps & { readonly name: string }) {
  const Table = Object.entries(TABLES).find(([known]) => known === name)?.[1];
  if (Table === undefined) throw new Error(`there is no table ::${name}::`);
  return <Table {...props} />;
}
