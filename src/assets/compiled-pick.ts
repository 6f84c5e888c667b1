import { isObjectType } from 'graphql';
import { type Access, accessOf } from '../platform/auth/access.ts';
import { can } from '../platform/auth/principal.ts';
import type { Context } from '../platform/context.ts';
import { BatchedRead } from '../platform/database/batched-read.ts';
import type { Database, TextRow } from '../platform/database/database.ts';
import { type CompilableField, LeftToExecutor } from '../platform/graphql/reads/compilable-field.ts';
import type { Projection, Selection } from '../platform/graphql/reads/projection.ts';
import { rowReader } from '../platform/graphql/reads/row-template.ts';
import { ID, type RowsById, rowsById } from '../platform/graphql/reads/rows-by-id.ts';
import { collectFields, exactSelection, permissionsIn, shownTo } from '../platform/graphql/reads/selection.ts';
import { Problem } from '../platform/graphql/schema/problem.ts';
import type { Permission } from '../platform/registry.ts';
import { asAction } from '../platform/request-scope.ts';
import type { PickAssetInput } from './asset.inputs.ts';
import type { AssetPick, Picker } from './picker.ts';

/** Name of the GraphQL type of a successful pick. */
const PAYLOAD = 'PickedAsset';
/** Functions that return the values of the fields of `PickedAsset`, except `asset`. */
const FACTS: Readonly<Record<string, (pick: AssetPick, input: PickAssetInput) => unknown>> = {
  matchedTags: ({ matchedTags }) => matchedTags,
  match: (_, { match }) => match,
  mode: (_, { mode }) => mode,
};

/**
 * Creates the slot in which a request keeps the problem of its compiled pick; null until the pick fails. A request has at most
 * one compiled pick.
 */
export const unmatchedPick = (): { problem: Problem | null } => ({ problem: null });

/** One selected field of `PickedAsset`, with the way to get its value. */
type ResponsePart =
  | { key: string; constant: string }
  | { key: string; fact: (pick: AssetPick, input: PickAssetInput) => unknown }
  | { key: string; readFor: (context: Context, variables: Record<string, unknown>) => CompiledAssetRead };

/**
 * Executes `pickAsset` without the GraphQL executor, because a campaign can send a thousand requests per second. The executor
 * would take several times as long as the pick itself, with a statement for each field that other features add.
 */
export function compiledPick(picker: Picker, asset: Projection): CompilableField<{ input: PickAssetInput }> {
  return {
    compile({ schema, fragments, nodes }) {
      const type = schema.getType(PAYLOAD);
      const sets = nodes.map((node) => node.selectionSet);
      const fields = isObjectType(type) && collectFields(schema, fragments, type, sets);
      if (!fields) return null;
      const guards: Access[] = [];
      const parts: ResponsePart[] = [];
      for (const [key, same] of fields) {
        const name = same[0]!.name.value;
        if (name === '__typename') {
          parts.push({ key, constant: PAYLOAD });
          continue;
        }
        const guard = accessOf(type.getFields()[name]!);
        if (guard) guards.push(guard);
        if (name === 'asset') {
          const exact = exactSelection({ schema, fragments, nodes: same }, asset, true);
          if (!exact) return null;
          guards.push(...exact.guards);
          const reads = new CompiledAssetReads(asset);
          parts.push({ key, readFor: (context, variables) => reads.of(exact.chosenBy(variables), context) });
        } else if (Object.hasOwn(FACTS, name)) {
          parts.push({ key, fact: FACTS[name]! });
        } else {
          return null;
        }
      }
      return {
        guards,
        prepare({ input }, context, variables) {
          const reads = parts.map((part) => ('readFor' in part ? part.readFor(context, variables) : null));
          return async () => {
            const pick = await asAction(() => picker.pick(context, input));
            if (pick instanceof Problem) {
              // The GraphQL executor writes the response for this problem. It must not pick a second time.
              context.loader(unmatchedPick).problem = pick;
              throw new LeftToExecutor();
            }
            const rows = await Promise.all(reads.map((read) => read?.read(context.database, pick.assetId) ?? null));
            const objectOf = (part: ResponsePart, place: number) => {
              if ('constant' in part) return part.constant;
              if ('fact' in part) return part.fact(pick, input);
              const found = rows[place];
              return found ? rowReader(reads[place]!.template, found.types)(found.row) : null;
            };
            const jsonOf = (part: ResponsePart, place: number) => {
              const found = rows[place];
              return found ? reads[place]!.writerFor(found.types)(found.row) : JSON.stringify(objectOf(part, place));
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

interface AssetRow {
  row: TextRow;
  types: readonly number[];
}

/**
 * Reads the selected fields of picked assets. One statement reads the assets of all concurrent requests with the same selection.
 */
interface CompiledAssetRead extends RowsById {
  read(database: Database, id: string): Promise<AssetRow | null>;
}

function assetRead(asset: Projection, selection: Selection): CompiledAssetRead {
  const rows = rowsById(asset, selection);
  const statement = rows.statementFor({ conditions: [], values: [] });
  let batched: BatchedRead<string, AssetRow | null> | undefined;
  return {
    ...rows,
    read(database, wanted) {
      batched ??= new BatchedRead(async (ids) => {
        const { rows: found, types } = await database.readRows(statement, [ids]);
        const byId = new Map(found.map((row) => [row[ID], { row, types }]));
        return ids.map((id) => byId.get(id) ?? null);
      });
      return batched.get(wanted);
    },
  };
}

/** Compiled reads, kept by selection and by those permissions of the caller that affect the selected fields. */
class CompiledAssetReads {
  readonly #asset: Projection;
  readonly #bySelection = new Map<
    Selection,
    { permissions: readonly Permission[]; byShown: Map<string, CompiledAssetRead> }
  >();

  constructor(asset: Projection) {
    this.#asset = asset;
  }

  of(selection: Selection, { principal }: Context): CompiledAssetRead {
    let ofSelection = this.#bySelection.get(selection);
    if (!ofSelection) {
      ofSelection = { permissions: permissionsIn(selection), byShown: new Map() };
      this.#bySelection.set(selection, ofSelection);
    }
    const shown = ofSelection.permissions.filter((permission) => can(principal, permission));
    const key = shown.join(' ');
    let read = ofSelection.byShown.get(key);
    if (!read) {
      read = assetRead(
        this.#asset,
        shownTo(selection, (permission) => shown.includes(permission)),
      );
      ofSelection.byShown.set(key, read);
    }
    return read;
  }
}
