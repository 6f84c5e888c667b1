import { isObjectType } from 'graphql';
import { type Access, accessOf } from '../../auth/access.ts';
import { can } from '../../auth/principal.ts';
import type { Context } from '../../context.ts';
import { BatchedRead } from '../../database/batched-read.ts';
import type { Database, TextRow } from '../../database/database.ts';
import { prepared } from '../../database/prepared.ts';
import type { Permission } from '../../names.ts';
import { asDeed } from '../../request-scope.ts';
import { Columns } from './columns.ts';
import { type CompilableField, LeftToExecutor } from './compilable-field.ts';
import { selectRows, where } from './page-rows.sql.ts';
import type { Projection, Selection } from './projection.ts';
import { rowReader, rowTemplate, rowWriter, type Template } from './row-template.ts';
import { collectFields, exactSelection, permissionsIn, shownTo } from './selection.ts';

/** A mutation that is done often, takes a moment, and answers with one row and a few facts beside it. */
export interface CompilableDeed<Args, Done> {
  /** The GraphQL type of its success. */
  payload: string;
  /** The field of that type with the row. */
  row: { field: string; projection: Projection };
  /** The other fields of that type. */
  facts: Readonly<Record<string, (done: Done, args: Args) => unknown>>;
  /**
   * Does it, and gives the id of the row. Null where it came to nothing: the ordinary executor is asked then, which must not do
   * it a second time.
   */
  perform(context: Context, args: Args): Promise<{ id: string; done: Done } | null>;
}

/** Rows by their ids, in the shape of one selection, by one statement for all requests of that time. */
interface RowPlan {
  template: Template;
  writerFor: ReturnType<typeof rowWriter>;
  read(database: Database, id: string): Promise<FoundRow | null>;
}

interface FoundRow {
  row: TextRow;
  types: readonly number[];
}

interface PlansOfSelection {
  permissions: readonly Permission[];
  /** By those of the permissions that somebody has. */
  byShown: Map<string, RowPlan>;
}

/** One field of the payload. */
type Part<Args, Done> =
  | { key: string; constant: string }
  | { key: string; fact: (done: Done, args: Args) => unknown }
  | { key: string; planFor: (context: Context, variables: Record<string, unknown>) => RowPlan };

/**
 * A deed whose answer is put together as that of a compiled read is: going through the executor field by field, with a
 * statement for what other features add to the row, would take several times as long as doing it.
 */
export function compilableDeed<Args, Done>(deed: CompilableDeed<Args, Done>): CompilableField<Args> {
  const { payload, row, facts, perform } = deed;
  return {
    compile({ schema, fragments, nodes }) {
      const type = schema.getType(payload);
      const sets = nodes.map((node) => node.selectionSet);
      const fields = isObjectType(type) && collectFields(schema, fragments, type, sets);
      if (!fields) return null;
      const guards: Access[] = [];
      const parts: Part<Args, Done>[] = [];
      for (const [key, same] of fields) {
        const name = same[0]!.name.value;
        if (name === '__typename') {
          parts.push({ key, constant: payload });
          continue;
        }
        const guard = accessOf(type.getFields()[name]!);
        if (guard) guards.push(guard);
        if (name === row.field) {
          const exact = exactSelection({ schema, fragments, nodes: same }, row.projection, true);
          if (!exact) return null;
          guards.push(...exact.guards);
          const plans = new Map<Selection, PlansOfSelection>();
          const planFor = (context: Context, variables: Record<string, unknown>) =>
            plannedFor(plans, row.projection, exact.chosenBy(variables), context);
          parts.push({ key, planFor });
        } else if (Object.hasOwn(facts, name)) {
          parts.push({ key, fact: facts[name]! });
        } else {
          return null;
        }
      }
      return {
        guards,
        prepare(args, context, variables) {
          const plans = parts.map((part) => ('planFor' in part ? part.planFor(context, variables) : null));
          return async () => {
            const performed = await asDeed(() => perform(context, args));
            if (!performed) throw new LeftToExecutor();
            const { id, done } = performed;
            const rows = await Promise.all(plans.map((plan) => plan?.read(context.database, id) ?? null));
            const objectOf = (part: Part<Args, Done>, place: number) => {
              if ('constant' in part) return part.constant;
              if ('fact' in part) return part.fact(done, args);
              const found = rows[place];
              return found ? rowReader(plans[place]!.template, found.types)(found.row) : null;
            };
            const jsonOf = (part: Part<Args, Done>, place: number) => {
              const found = rows[place];
              return found ? plans[place]!.writerFor(found.types)(found.row) : JSON.stringify(objectOf(part, place));
            };
            return {
              json: () => `{${parts.map((part, place) => `"${part.key}":${jsonOf(part, place)}`).join(',')}}`,
              object: () => Object.fromEntries(parts.map((part, place) => [part.key, objectOf(part, place)])),
            };
          };
        },
      };
    },
  };
}

/** The plan of a selection for what this principal is shown of it. There are as many as there are permissions in it, and few. */
function plannedFor(
  plans: Map<Selection, PlansOfSelection>,
  projection: Projection,
  selection: Selection,
  { principal }: Context,
): RowPlan {
  let ofSelection = plans.get(selection);
  if (!ofSelection) {
    ofSelection = { permissions: permissionsIn(selection), byShown: new Map() };
    plans.set(selection, ofSelection);
  }
  const shown = ofSelection.permissions.filter((permission) => can(principal, permission));
  const key = shown.join(' ');
  let plan = ofSelection.byShown.get(key);
  if (!plan) {
    plan = planOf(
      projection,
      shownTo(selection, (permission) => shown.includes(permission)),
    );
    ofSelection.byShown.set(key, plan);
  }
  return plan;
}

function planOf(projection: Projection, selection: Selection): RowPlan {
  const { row } = projection;
  const columns = new Columns();
  const id = columns.indexOf(`${row}.id`);
  const template = rowTemplate(projection, selection, columns);
  // Behind a SELECT the planner sees no values, and keeps one plan for any number.
  const which = where([`${row}.id = any((select $1::text[])::text[])`]);
  const statement = prepared(selectRows(row, columns, which));
  let batched: BatchedRead<string, FoundRow | null> | undefined;
  return {
    template,
    writerFor: rowWriter(template),
    read(database, wanted) {
      batched ??= new BatchedRead(async (ids) => {
        const { rows, types } = await database.readRows(statement, [ids]);
        const byId = new Map(rows.map((found) => [found[id], { row: found, types }]));
        return ids.map((one) => byId.get(one) ?? null);
      });
      return batched.get(wanted);
    },
  };
}
