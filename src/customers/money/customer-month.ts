import DataLoader from 'dataloader';
import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import type { Context } from '../../platform/context.ts';
import { type MonthsQuery, readCurrentMonths, readNewestMonths } from './usage-period.sql.ts';

const MICROS = 'Micros of USD.';

@ObjectType({ description: 'Usage of a customer or key in one calendar month (UTC).' })
export class CustomerMonth {
  @Field(() => String, { description: 'Month as `YYYY-MM`, in UTC.' })
  readonly month!: string;

  @Field(() => GraphQLSafeInt, { description: `Amount spent. ${MICROS} Calls of unknown cost aren’t included.` })
  readonly spentMicros!: number;

  @Field(() => GraphQLSafeInt, { description: `Amount reserved for calls in progress: their maximum cost. ${MICROS}` })
  readonly reservedMicros!: number;

  @Field(() => GraphQLSafeInt, {
    description: `Upper bound of what providers possibly billed beyond the amount spent, for example for answers that never arrived. A call without a known bound adds the amount reserved for it. ${MICROS} Counts against limits and is never charged.`,
  })
  readonly uncertainMicros!: number;

  @Field(() => GraphQLSafeInt, { description: 'Number of calls that have ended.' })
  readonly calls!: number;

  @Field(() => GraphQLSafeInt, { description: 'Number of ended calls whose cost is unknown, wholly or in part.' })
  readonly callsOfUnknownCost!: number;

  @Field(() => GraphQLSafeInt, {
    description:
      'Number of ended calls whose tokens or cost this service counted, because the provider didn’t report them.',
  })
  readonly callsOfEstimatedCost!: number;

  @Field(() => GraphQLSafeInt, {
    description: 'Input tokens of the calls that have ended. A call adds 0 if the number is unknown.',
  })
  readonly inputTokens!: number;

  @Field(() => GraphQLSafeInt, {
    description: 'Output tokens of the calls that have ended. A call adds 0 if the number is unknown.',
  })
  readonly outputTokens!: number;
}

/**
 * Loads the amounts of the current month, for customers, and for keys together with the keys that they replaced. Concurrent
 * loads share one statement.
 */
export const currentMonths = ({ em }: Context) =>
  new DataLoader<string, CustomerMonth>(
    async (subjects) => {
      const found = await readCurrentMonths(em, subjects);
      return subjects.map((subject) => found.get(subject)!);
    },
    { cache: false },
  );

/** Loads the amounts of the newest months that have any, newest first. Concurrent loads share one statement. */
export const newestMonths = ({ em }: Context) =>
  new DataLoader<MonthsQuery, CustomerMonth[]>((asked) => readNewestMonths(em, asked), { cache: false });
