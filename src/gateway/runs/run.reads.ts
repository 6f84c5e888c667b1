import { can } from '../../platform/auth/principal.ts';
import type { Database } from '../../platform/database/database.ts';
import { badUserInput } from '../../platform/errors/errors.ts';
import type { CompilableFields } from '../../platform/graphql/reads/compilable-field.ts';
import { entityProjection } from '../../platform/graphql/reads/entity-projection.ts';
import type { NodeRead } from '../../platform/graphql/reads/node-projection.ts';
import { PageProjection, type RowFilter } from '../../platform/graphql/reads/page-projection.ts';
import { compilableRow } from '../../platform/graphql/reads/row-projection.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { Run } from './run.entity.ts';
import type { RunFilter, RunsArgs } from './run.inputs.ts';
import { findMisdated, type RunConditions } from './run.sql.ts';
import { visibleRuns } from './run-access.ts';

const run = entityProjection(Run, { fields: { isHeld: '(run.approval_id is not null)' } });

/** Pages of runs that the caller may read. Default order: newest first. */
export const runPages = new PageProjection<RunsArgs, { id: string }>({
  typeName: 'RunConnection',
  node: run,
  ids: 'run',
  mayLag: true,
  orders: { STARTED_AT: 'id' },
  filter({ filter }, { principal }) {
    return new Conditions()
      .visibleTo(visibleRuns(principal))
      .given(filter ?? {})
      .asFilter();
  },
});

/** Reads runs for `node` and `nodes`. */
export const runNode: NodeRead = {
  projection: run,
  visible: ({ principal }) =>
    can(principal, 'own-runs:read') ? new Conditions().visibleTo(visibleRuns(principal)) : null,
};

/** GraphQL fields that one SQL statement answers, without the GraphQL executor. */
export const runReads: CompilableFields = {
  runs: runPages.compilable,
  run: compilableRow(run, ({ id }: { id: string }, { principal }) =>
    new Conditions().equal('run.id', id).visibleTo(visibleRuns(principal)),
  ),
};

/** Maximum difference between the time of an id and the start of its run. Runs beyond it are in `misdated_run`. */
const MOST_APART_MS = 60_000;

interface IdBounds {
  fromId: string | null;
  untilId: string | null;
}

/** Conditions on runs, joined by `and`. */
export class Conditions implements RunConditions {
  readonly conditions: string[] = [];
  readonly values: unknown[] = [];
  #span: { from: Date | null; until: Date | null } | null = null;

  equal(column: string, value: unknown): this {
    this.conditions.push(`${column} = $${this.values.push(value)}`);
    return this;
  }

  visibleTo(who: ReturnType<typeof visibleRuns>): this {
    if (who === null) return this;
    return 'customerId' in who ? this.equal('run.customer_id', who.customerId) : this.requestedByAny([who.requestedBy]);
  }

  /** Runs of agents have their own index, which PostgreSQL uses if the statement says that only agents are selected. */
  requestedByAny(actors: readonly string[]): this {
    if (actors.length > 0 && actors.every((actor) => actor.startsWith('agent:'))) {
      this.conditions.push(`run.requested_by like 'agent:%'`);
    }
    return this.oneOf('run.requested_by', actors);
  }

  /** A single value is compared with `=`, so that an index can return the runs in order. */
  oneOf(column: string, wanted: readonly unknown[]): this {
    if (wanted.length === 1) return this.equal(column, wanted[0]);
    this.conditions.push(`${column} = any($${this.values.push(wanted)})`);
    return this;
  }

  /** Filters by the stored start time of runs. `until` is exclusive. */
  between(from: Date | null | undefined, until: Date | null | undefined): this {
    if (from && until && from >= until) {
      const detail = `\`startedBefore\` (${until.toISOString()}) must be later than \`startedFrom\` (${from.toISOString()}).`;
      throw badUserInput(detail, [{ pointer: '/startedBefore', detail }]);
    }
    if (from) this.conditions.push(`run.started_at >= $${this.values.push(from)}`);
    if (until) this.conditions.push(`run.started_at < $${this.values.push(until)}`);
    if (from || until) this.#span = { from: from ?? null, until: until ?? null };
    return this;
  }

  /** Range of ids that can match: from `fromId` on, and before `untilId`. Null for no bound. */
  async idRange(database: Database): Promise<IdBounds> {
    if (!this.#span) return { fromId: null, untilId: null };
    const { from, until } = this.#span;
    const misdated = await findMisdated(database, this.#span);
    const fromId = from && firstIdAt('run', new Date(from.getTime() - MOST_APART_MS));
    const untilId = until && firstIdAt('run', new Date(until.getTime() + MOST_APART_MS));
    if (!misdated) return { fromId, untilId };
    const { firstId, lastId } = misdated;
    return {
      fromId: fromId !== null && firstId < fromId ? firstId : fromId,
      // A tilde sorts after every character of an id.
      untilId: untilId !== null && lastId >= untilId ? `${lastId}~` : untilId,
    };
  }

  /** Adds the range of ids, so that PostgreSQL skips the other months: the table is partitioned by id. */
  async inMonths(database: Database): Promise<RunConditions> {
    const { fromId, untilId } = await this.idRange(database);
    const conditions = [...this.conditions];
    const values = [...this.values];
    if (fromId !== null) conditions.push(`run.id >= $${values.push(fromId)}`);
    if (untilId !== null) conditions.push(`run.id < $${values.push(untilId)}`);
    return { conditions, values };
  }

  asFilter(): RowFilter {
    const { conditions, values } = this;
    return {
      conditions,
      values,
      ...(this.#span && { settle: (database: Database) => this.inMonths(database) }),
    };
  }

  /** Runs of unknown cost match neither bound. */
  costing(min: number | null | undefined, max: number | null | undefined): this {
    if (typeof min === 'number' && typeof max === 'number' && min > max) {
      const detail = `\`maxCostMicros\` (${max}) must not be less than \`minCostMicros\` (${min}).`;
      throw badUserInput(detail, [{ pointer: '/maxCostMicros', detail }]);
    }
    if (typeof min === 'number') this.conditions.push(`run.cost_micros >= $${this.values.push(min)}`);
    if (typeof max === 'number') this.conditions.push(`run.cost_micros <= $${this.values.push(max)}`);
    return this;
  }

  given({ startedFrom, startedBefore, minCostMicros, maxCostMicros, isSimulated, isHeld, ...given }: RunFilter): this {
    const { requestedBy, ...lists } = given;
    this.between(startedFrom, startedBefore).costing(minCostMicros, maxCostMicros);
    if (requestedBy) this.requestedByAny(requestedBy);
    for (const [field, wanted] of Object.entries(lists) as [string, readonly unknown[] | null | undefined][]) {
      if (wanted) this.oneOf(run.field(field) as string, wanted);
    }
    if (typeof isSimulated === 'boolean') this.equal('run.is_simulated', isSimulated);
    if (typeof isHeld === 'boolean') this.conditions.push(`run.approval_id is ${isHeld ? 'not ' : ''}null`);
    return this;
  }
}
