import DataLoader from 'dataloader';
import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import type { Context } from '../../platform/context.ts';
import { type MonthsQuery, readNewestMonths, readThisMonths } from './usage-period.sql.ts';

const MICROS = 'In micros of USD.';

@ObjectType({ description: 'What was spent in a month. Both ends of it are in UTC.' })
export class CustomerMonth {
  @Field(() => String, { description: '`YYYY-MM`.' })
  readonly month!: string;

  @Field(() => GraphQLSafeInt, { description: `${MICROS} Calls of unknown cost are not in it.` })
  readonly spentMicros!: number;

  @Field(() => GraphQLSafeInt, { description: `${MICROS} Set aside for calls under way: the most that they can cost.` })
  readonly reservedMicros!: number;

  @Field(() => GraphQLSafeInt, {
    description: `${MICROS} The most that providers may have billed for answers that never came, as far as it is known. It is never charged. Limits count it.`,
  })
  readonly uncertainMicros!: number;

  @Field(() => GraphQLSafeInt, { description: 'Calls that have ended.' })
  readonly calls!: number;

  @Field(() => GraphQLSafeInt, { description: 'Of these, those of whose cost a part or all is unknown.' })
  readonly callsOfUnknownCost!: number;

  @Field(() => GraphQLSafeInt, { description: 'Of these, those whose cost is our own count.' })
  readonly callsOfEstimatedCost!: number;

  @Field(() => GraphQLSafeInt, { description: 'As far as they are known.' })
  readonly inputTokens!: number;

  @Field(() => GraphQLSafeInt, { description: 'As far as they are known.' })
  readonly outputTokens!: number;
}

/** The present month of customers and lineages of keys: one statement for all that are asked for in one tick. */
export const thisMonths = ({ em }: Context) =>
  new DataLoader<string, CustomerMonth>(
    async (subjects) => {
      const found = await readThisMonths(em, subjects);
      return subjects.map((subject) => found.get(subject)!);
    },
    { cache: false },
  );

/** The months that have calls, newest first: one statement for all that are asked for in one tick. */
export const newestMonths = ({ em }: Context) =>
  new DataLoader<MonthsQuery, CustomerMonth[]>((asked) => readNewestMonths(em, asked), { cache: false });
