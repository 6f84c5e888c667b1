import type { Context } from '../../context.ts';
import type { PreparedStatement } from '../../database/database.ts';
import { prepared } from '../../database/prepared-statements.ts';
import { Columns } from './columns.ts';
import type { CompilableField } from './compilable-field.ts';
import { type RowFilter, selectRows, where } from './page-rows.sql.ts';
import type { Projection, Selection } from './projection.ts';
import { type RowTemplate, rowReader, rowTemplate, rowWriter } from './row-template.ts';
import { exactSelection } from './selection.ts';

/**
 * Makes a field that returns one row or null, such as `asset(id)`, read with one statement.
 * @param filter condition of the row for this viewer
 * @throws Refusal for invalid arguments
 */
export function compilableRow<Args>(
  row: Projection,
  filter: (args: Args, context: Context) => RowFilter,
): CompilableField<Args> {
  return {
    compile(requested) {
      const exact = exactSelection(requested, row);
      if (!exact) return null;
      const plans = new Map<Selection, RowPlan>();
      return {
        guards: exact.guards,
        prepare(args, context, variables) {
          const selection = exact.chosenBy(variables);
          let plan = plans.get(selection);
          if (!plan) {
            plan = planOf(row, selection);
            plans.set(selection, plan);
          }
          const { columns, template, writerFor, statements } = plan;
          const { conditions, values } = filter(args, context);
          const which = where(conditions);
          let statement = statements.get(which);
          if (!statement) {
            statement = prepared(selectRows(row.row, columns, `${which} limit 1`));
            statements.set(which, statement);
          }
          return async () => {
            const { rows, types } = await context.database.readRows(statement, values);
            const [found] = rows;
            if (!found) return null;
            return { json: () => writerFor(types)(found), object: () => rowReader(template, types)(found) };
          };
        },
      };
    },
  };
}

/** Statement that reads a row for one selection, and the functions that convert it. */
interface RowPlan {
  columns: Columns;
  template: RowTemplate;
  writerFor: ReturnType<typeof rowWriter>;
  statements: Map<string, PreparedStatement>;
}

function planOf(row: Projection, selection: Selection): RowPlan {
  const columns = new Columns();
  const template = rowTemplate(row, selection, columns);
  return { columns, template, writerFor: rowWriter(template), statements: new Map() };
}
