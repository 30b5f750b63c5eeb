import type { ComponentChildren } from "preact";

interface DataTableProps {
  readonly label: string;
  readonly caption?: string;
  readonly columns: readonly string[];
  /** The cells of each row, in the order of the columns. */
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** A table that scrolls where it is wider than the page; focusable, so that keys scroll it too. */
export function DataTable({ label, caption, columns, rows }: DataTableProps) {
  return (
    <div class="table" tabIndex={0} role="group" aria-label={label}>
      <table>
        {caption !== undefined && <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
