import type { PreparedStatement } from '../../database/database.ts';
import { prepared } from '../../database/prepared-statements.ts';
import { Columns } from './columns.ts';
import { type RowFilter, selectRows, where } from './page-rows.sql.ts';
import type { Projection, Selection } from './projection.ts';
import { type RowTemplate, rowTemplate, rowWriter } from './row-template.ts';

/** Index of the id among the columns. The id is always the first, so that callers can match rows to ids. */
export const ID = 0;

/** Reads rows by id for one selection of fields. */
export interface RowsById {
  template: RowTemplate;
  writerFor: ReturnType<typeof rowWriter>;
  /** Makes the statement that reads rows which a caller may see. Its parameters are the filter's values, then the ids. */
  statementFor(visible: RowFilter): PreparedStatement;
}

export function rowsById(projection: Projection, selection: Selection): RowsById {
  const { row } = projection;
  const columns = new Columns();
  columns.indexOf(`${row}.id`);
  const template = rowTemplate(projection, selection, columns);
  const statements = new Map<string, PreparedStatement>();
  return {
    template,
    writerFor: rowWriter(template),
    statementFor({ conditions, values }) {
      // The inner SELECT hides the ids from the planner, so it keeps one plan for any number of ids.
      const wanted = `${row}.id = any((select $${values.length + 1}::text[])::text[])`;
      const which = where([...conditions, wanted]);
      let statement = statements.get(which);
      if (!statement) {
        statement = prepared(selectRows(row, columns, which));
        statements.set(which, statement);
      }
      return statement;
    },
  };
}
