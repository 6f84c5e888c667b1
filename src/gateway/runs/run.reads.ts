import { can } from '../../platform/auth/principal.ts';
import { badUserInput } from '../../platform/errors.ts';
import type { CompilableFields } from '../../platform/graphql/compilable-field.ts';
import type { NodeRead } from '../../platform/graphql/node-projection.ts';
import { PageProjection, type RowFilter } from '../../platform/graphql/page-projection.ts';
import { isoTime, Projection } from '../../platform/graphql/projection.ts';
import { compilableRow } from '../../platform/graphql/row-projection.ts';
import type { RunFilter, RunsArgs } from './run.inputs.ts';
import { whoseRuns } from './run-access.ts';

/** Fields of GraphQL whose column has the same name in snake case. */
const PLAIN = [
  'id',
  'kind',
  'status',
  'surface',
  'task',
  'taskVersion',
  'customerId',
  'customerKeyId',
  'requestedBy',
  'deployment',
  'model',
  'credentialSource',
  'providerKeyId',
  'attemptCount',
  'finishReason',
  'failure',
  'inputTokens',
  'cachedInputTokens',
  'outputTokens',
  'reasoningTokens',
  'images',
  'costMicros',
  'chargedMicros',
  'isEstimated',
  'firstPartMs',
  'durationMs',
  'overheadMs',
  'inputBytes',
  'inputSha256',
  'outputBytes',
  'outputSha256',
  'outputTextSha256',
  'isStreamed',
  'isSimulated',
  'isNotFinal',
  'isPastSoftCap',
  'policyVersion',
  'catalogueVersion',
];

const columnOf = (field: string) =>
  `run.${field.replaceAll(/[A-Z]|(?<=[a-z])Sha256/g, (letter) => `_${letter.toLowerCase()}`)}`;

const run = new Projection({
  typeName: 'Run',
  row: 'run',
  fields: {
    ...Object.fromEntries(PLAIN.map((field) => [field, columnOf(field)])),
    startedAt: isoTime('run.started_at'),
    endedAt: isoTime('run.ended_at'),
    isHeld: '(run.approval_id is not null)',
  },
});

/** Runs, newest first. */
export const runPages = new PageProjection<RunsArgs, { id: string }>({
  typeName: 'RunConnection',
  node: run,
  ids: 'run',
  orders: { STARTED_AT: 'id' },
  filter({ filter }, { principal }) {
    const { conditions, values } = new Conditions().whose(whoseRuns(principal)).given(filter ?? {});
    return { conditions, values };
  },
});

/** For `node` and `nodes`. */
export const runNode: NodeRead = {
  projection: run,
  visible: ({ principal }) => (can(principal, 'own-runs:read') ? new Conditions().whose(whoseRuns(principal)) : null),
};

/** What PostgreSQL answers by itself. */
export const runReads: CompilableFields = {
  runs: runPages.compilable,
  run: compilableRow(run, ({ id }: { id: string }, { principal }) =>
    new Conditions().equal('run.id', id).whose(whoseRuns(principal)),
  ),
};

/** Which runs are meant: conditions that are joined by `and`. */
export class Conditions implements RowFilter {
  readonly conditions: string[] = [];
  readonly values: unknown[] = [];

  equal(column: string, value: unknown): this {
    this.conditions.push(`${column} = $${this.values.push(value)}`);
    return this;
  }

  whose(who: ReturnType<typeof whoseRuns>): this {
    if (who === null) return this;
    return 'customerId' in who
      ? this.equal('run.customer_id', who.customerId)
      : this.equal('run.requested_by', who.requestedBy);
  }

  /** An id holds its time, and the table is partitioned by it: months that are not meant are not looked at. */
  between(from: Date | null | undefined, until: Date | null | undefined): this {
    if (from && until && from >= until) {
      const detail = '`startedBefore` has to be later than `startedFrom`.';
      throw badUserInput(detail, [{ pointer: '/startedBefore', detail }]);
    }
    if (from) this.conditions.push(`run.id >= first_id_at('run', $${this.values.push(from)})`);
    if (until) this.conditions.push(`run.id < first_id_at('run', $${this.values.push(until)})`);
    return this;
  }

  /** A cost that nobody knows is neither more nor less than another. */
  costing(min: number | null | undefined, max: number | null | undefined): this {
    if (typeof min === 'number' && typeof max === 'number' && min > max) {
      const detail = '`maxCostMicros` has to be as much as `minCostMicros`, or more.';
      throw badUserInput(detail, [{ pointer: '/maxCostMicros', detail }]);
    }
    if (typeof min === 'number') this.conditions.push(`run.cost_micros >= $${this.values.push(min)}`);
    if (typeof max === 'number') this.conditions.push(`run.cost_micros <= $${this.values.push(max)}`);
    return this;
  }

  given({ startedFrom, startedBefore, minCostMicros, maxCostMicros, isSimulated, isHeld, ...lists }: RunFilter): this {
    this.between(startedFrom, startedBefore).costing(minCostMicros, maxCostMicros);
    for (const [field, wanted] of Object.entries(lists) as [string, readonly unknown[] | null | undefined][]) {
      if (wanted) this.conditions.push(`${columnOf(field)} = any($${this.values.push(wanted)})`);
    }
    if (typeof isSimulated === 'boolean') this.equal('run.is_simulated', isSimulated);
    if (typeof isHeld === 'boolean') this.conditions.push(`run.approval_id is ${isHeld ? 'not ' : ''}null`);
    return this;
  }
}
