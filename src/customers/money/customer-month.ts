import DataLoader from 'dataloader';
import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import type { Context } from '../../platform/context.ts';
import { sql } from '../../platform/database/database.ts';

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

const AMOUNTS = {
  spentMicros: 'spent_micros',
  reservedMicros: 'reserved_micros',
  uncertainMicros: 'uncertain_micros',
  calls: 'calls',
  callsOfUnknownCost: 'calls_of_unknown_cost',
  callsOfEstimatedCost: 'calls_of_estimated_cost',
  inputTokens: 'input_tokens',
  outputTokens: 'output_tokens',
};

/** A month without calls has no row. */
const COLUMNS = [
  `to_char(month, 'YYYY-MM') as month`,
  ...Object.entries(AMOUNTS).map(([name, column]) => `coalesce(${column}, 0)::float8 as "${name}"`),
].join(', ');

const THIS_MONTH = `date_trunc('month', now() at time zone 'UTC')::date`;

/** The present month of customers and lineages of keys: one statement for all that are asked for in one tick. */
export const thisMonths = ({ em }: Context) =>
  new DataLoader<string, CustomerMonth>(
    async (subjects) => {
      const rows = await sql<CustomerMonth & { subject: string }>(
        em,
        `select wanted.subject, ${COLUMNS}
         from unnest($1::text[]) as wanted (subject)
         cross join (select ${THIS_MONTH} as month) present
         left join usage_period using (subject, month)`,
        [subjects],
      );
      const found = new Map(rows.map(({ subject, ...month }) => [subject, month]));
      return subjects.map((subject) => found.get(subject)!);
    },
    { cache: false },
  );

/** Months of one customer: so many of the newest. */
export interface MonthsAsked {
  subject: string;
  first: number;
}

/** The months in which something was run, the newest first: one statement for all that are asked for in one tick. */
export const newestMonths = ({ em }: Context) =>
  new DataLoader<MonthsAsked, CustomerMonth[]>(
    async (asked) => {
      const rows = await sql<CustomerMonth & { place: number }>(
        em,
        `select wanted.place::int as place, newest.* from unnest($1::text[], $2::int[]) with ordinality as wanted (subject, most, place)
         cross join lateral (
           select ${COLUMNS} from usage_period period where period.subject = wanted.subject
           order by period.month desc limit wanted.most
         ) newest
         order by place, newest.month desc`,
        [asked.map(({ subject }) => subject), asked.map(({ first }) => first)],
      );
      const found = Map.groupBy(rows, ({ place }) => place);
      return asked.map((_, index) => found.get(index + 1) ?? []);
    },
    { cache: false },
  );
