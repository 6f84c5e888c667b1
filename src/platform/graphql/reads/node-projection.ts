import { assertAccess } from '../../auth/access.ts';
import { can } from '../../auth/principal.ts';
import type { Context } from '../../context.ts';
import { type IdKind, kindOfId } from '../../ids.ts';
import type { Permission } from '../../registry.ts';
import { assertNodeCount, type NodeFinder } from '../schema/node-resolver.ts';
import type { CompilableField, CompilableFields, ReadValue } from './compilable-field.ts';
import type { RowFilter } from './page-rows.sql.ts';
import type { Projection, Selection } from './projection.ts';
import { RowConditions } from './row-conditions.ts';
import { rowReader } from './row-template.ts';
import { ID, type RowsById, rowsById } from './rows-by-id.ts';
import { type ExactSelection, exactSelection, NeedsResolvers, type RequestedField } from './selection.ts';

/** Reads objects of one kind by id with SQL, without loading entities. */
export interface NodeRead {
  readonly projection: Projection;
  /**
   * Condition of the rows that this viewer may see, the same as in the `NodeFinder` of this kind. Null if the viewer may see
   * none.
   */
  visible(context: Context): RowFilter | null;
}

/** Lets everyone see all rows. */
export const forEveryone: NodeRead['visible'] = () => new RowConditions();

/** Lets callers with the permission see all rows, and others none. */
export function forPermission(permission: Permission): NodeRead['visible'] {
  return ({ principal }) => (can(principal, permission) ? new RowConditions() : null);
}

/**
 * Lets callers with the permission see all rows, and others only their own.
 * @param id SQL of the column with the id of the row's owner
 */
export function ownRowsUnless(permission: Permission, id: string): NodeRead['visible'] {
  return ({ principal }) => {
    const rows = new RowConditions();
    return can(principal, permission) ? rows : rows.where(`${id} = $`, principal.subjectId ?? '');
  };
}

export type NodeReadsByKind = Partial<Record<IdKind, NodeRead>>;

/**
 * Compiles `node`, `nodes` and fields that return a node to one statement per kind of id. Only the selected fields of requested
 * kinds matter: a field with a resolver on another kind doesn't prevent compilation.
 */
export class NodeReads {
  readonly #reads: NodeReadsByKind;
  readonly #finders: Partial<Record<IdKind, NodeFinder>>;

  /** @param finders node finders of all kinds: an id of a kind without a finder matches nothing */
  constructor(reads: NodeReadsByKind, finders: Partial<Record<IdKind, NodeFinder>>) {
    this.#reads = reads;
    this.#finders = finders;
  }

  get compilable(): CompilableFields {
    return {
      node: this.one(({ id }: { id: string }) => id),
      nodes: this.#compilable(
        ({ ids }: { ids: readonly string[] }) => {
          assertNodeCount(ids);
          return ids;
        },
        (ids, found) => ({
          json: () => `[${ids.map((id) => found.get(id)?.json() ?? 'null').join(',')}]`,
          object: () => ids.map((id) => found.get(id)?.object() ?? null),
        }),
      ),
    };
  }

  /** Makes a field that returns one node or null. @param idOf returns the node's id, or null */
  one<Args>(idOf: (args: Args, context: Context) => string | null): CompilableField<Args> {
    return this.#compilable(
      (args: Args, context) => {
        const id = idOf(args, context);
        return id === null ? [] : [id];
      },
      ([id], found) => (id !== undefined && found.get(id)) || null,
    );
  }

  #compilable<Args>(
    idsOf: (args: Args, context: Context) => readonly string[],
    answerOf: (ids: readonly string[], found: ReadonlyMap<string, ReadValue>) => ReadValue | null,
  ): CompilableField<Args> {
    return {
      compile: (requested) => {
        const compiled = new Map<IdKind, CompiledKind | null>();
        return {
          guards: [],
          prepare: (args, context, variables) => {
            const ids = idsOf(args, context);
            const reads = [...Map.groupBy(new Set(ids), kindOfId)].flatMap(([kind, its]) => {
              if (kind === null || !this.#finders[kind]) return [];
              const read = this.#kind(kind, requested, compiled).prepare(its, context, variables);
              return read ? [read] : [];
            });
            return async () => answerOf(ids, new Map((await Promise.all(reads.map((read) => read()))).flat()));
          },
        };
      },
    };
  }

  /** Compiles the selection of a kind when its first id is requested. @throws if the selection must be left to the resolvers */
  #kind(kind: IdKind, requested: RequestedField, compiled: Map<IdKind, CompiledKind | null>): CompiledKind {
    let one = compiled.get(kind);
    if (one === undefined) {
      const read = this.#reads[kind];
      const exact = read ? exactSelection(requested, read.projection) : null;
      one = read && exact ? new CompiledKind(read, exact) : null;
      compiled.set(kind, one);
    }
    if (!one) throw new NeedsResolvers();
    return one;
  }
}

/** The compiled selection of one kind of node. */
class CompiledKind {
  readonly #read: NodeRead;
  readonly #exact: ExactSelection;
  readonly #plans = new Map<Selection, RowsById>();

  constructor(read: NodeRead, exact: ExactSelection) {
    this.#read = read;
    this.#exact = exact;
  }

  /**
   * Returns a function that reads the rows that this viewer may see. Null if the viewer may see none.
   * @throws Refusal for fields that the viewer can't use
   */
  prepare(
    ids: readonly string[],
    context: Context,
    variables: Record<string, unknown>,
  ): (() => Promise<[id: string, ReadValue][]>) | null {
    for (const guard of this.#exact.guards) assertAccess(context.principal, guard);
    const visible = this.#read.visible(context);
    if (!visible) return null;
    const { template, writerFor, statementFor } = this.#planOf(this.#exact.chosenBy(variables));
    const statement = statementFor(visible);
    return async () => {
      const { rows, types } = await context.database.readRows(statement, [...visible.values, ids]);
      const write = writerFor(types);
      const read = rowReader(template, types);
      return rows.map((row) => [row[ID]!, { json: () => write(row), object: () => read(row) }]);
    };
  }

  #planOf(selection: Selection): RowsById {
    let plan = this.#plans.get(selection);
    if (!plan) {
      plan = rowsById(this.#read.projection, selection);
      this.#plans.set(selection, plan);
    }
    return plan;
  }
}
