import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Tag } from '../../src/assets/tag.entity.ts';
import { defineFeature } from '../../src/feature.ts';
import { AccessForEveryone } from '../../src/platform/auth/access.ts';
import type { Context } from '../../src/platform/context.ts';
import { sql } from '../../src/platform/database/database.ts';
import { SharedRead } from '../../src/platform/database/shared-read.ts';
import { MAX_STATEMENTS } from '../../src/platform/database/statements.ts';
import { buildGraph } from '../../src/platform/graphql/schema/build-graph.ts';
import { AtMost } from '../../src/platform/graphql/schema/list-size.ts';
import { resultOf } from '../../src/platform/graphql/schema/mutation-result.ts';
import { sourceIn } from '../../src/platform/graphql/schema/subscription-source.ts';
import { type Api, type Json, startApi } from '../support/api.ts';
import { statementsOf } from '../support/statements.ts';

@ObjectType()
class Costly {
  @Field(() => Int)
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

/** Every way in which a statement is sent. */
const WAYS: Record<string, (ctx: Context) => Promise<unknown>> = {
  orm: ({ em }) => em.find(Tag, { key: 'nothing' }),
  kysely: ({ em }) => em.getKysely<Json>().selectFrom('tag').selectAll().where('key', '=', 'nothing').execute(),
  sql: ({ em }) => sql(em, 'select 1'),
  ownFork: ({ database }) => database.orm.em.fork().count(Tag),
  readRow: ({ database }) => database.readRow({ name: 'fixture_row', text: 'select 1' }, []),
  readValue: ({ database }) => database.readValue({ name: undefined, text: 'select 2' }, []),
  readRows: ({ database }) => database.readRows({ name: 'fixture_rows', text: 'select 3' }, []),
};

@ObjectType()
class CostlyDone {
  @Field(() => Int)
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

@InputType()
class CostlyDeedInput {
  @Field(() => Int)
  count!: number;
}

const CostlyDeedResult = resultOf('CostlyDeed', CostlyDone);

/** What a feature looks like whose author has not read how reads are batched. */
@Resolver(() => Costly)
class CostlyResolver {
  #shared: SharedRead<unknown> | undefined;
  done = 0;

  @AccessForEveryone()
  @AtMost(1_000)
  @Query(() => [Costly])
  costly(@Arg('count', () => Int) count: number): Costly[] {
    return Array.from({ length: count }, (_, number) => new Costly(number));
  }

  @AccessForEveryone()
  @Mutation(() => CostlyDeedResult, { nullable: true })
  async costlyDeed(
    @Arg('input', () => CostlyDeedInput) { count }: CostlyDeedInput,
    @Ctx() ctx: Context,
  ): Promise<typeof CostlyDeedResult> {
    await ctx.transactional(async ({ em }) => {
      for (let n = 0; n < count; n++) await sql(em, 'select 1');
    });
    this.done += 1;
    return new CostlyDone(this.done);
  }

  @AccessForEveryone()
  @Subscription(() => Costly, {
    subscribe: sourceIn<CostlyResolver, { count: number }>(
      () => CostlyResolver,
      (resolver, ctx, { count }) => resolver.events(ctx, count),
    ),
  })
  costlyEvents(@Arg('count', () => Int) count: number, @Root() event: Costly): Costly {
    return event.number < count ? event : new Costly(count);
  }

  async *events(ctx: Context, count: number): AsyncGenerator<Costly> {
    for (let n = 0; n < count; n++) await sql(ctx.em, 'select 1');
    yield new Costly(0);
    yield new Costly(1);
  }

  @FieldResolver(() => Int)
  async asked(@Arg('way', () => String) way: string, @Root() _: Costly, @Ctx() ctx: Context): Promise<number> {
    await WAYS[way]!(ctx);
    return 1;
  }

  @FieldResolver(() => Int)
  async inTransaction(@Root() _: Costly, @Ctx() ctx: Context): Promise<number> {
    return ctx.fork().transactional(async ({ em }) => (await sql(em, 'select 1')).length);
  }

  @FieldResolver(() => Int)
  async together(@Ctx() { database }: Context): Promise<number> {
    this.#shared ??= new SharedRead(async () => {
      for (let n = 0; n < MAX_STATEMENTS + 10; n++) await database.readRow({ name: undefined, text: 'select 1' }, []);
    });
    await this.#shared.get();
    return 1;
  }
}

@Resolver()
class UnboundedResolver {
  @AccessForEveryone()
  @Query(() => [Costly])
  unbounded(): Costly[] {
    return [];
  }
}

const resolver = new CostlyResolver();
let api: Api;
beforeAll(async () => {
  const costly = defineFeature({ name: 'costly', compose: () => ({ api: {}, resolvers: [resolver] }) });
  api = await startApi({ works: false, features: [costly] });
});
afterAll(() => api.stop());

const ask = (query: string) => statementsOf(api, '/graphql', () => api.graphql(query));

test('a list that does not say how long it can be fails the build', async () => {
  await expect(buildGraph([new UnboundedResolver()])).rejects.toThrow('Query.unbounded has no maximum length');
});

describe.each(Object.keys(WAYS))('statements sent by %s', (way) => {
  test('are counted', async () => {
    const { result, statements } = await ask(`{ costly(count: 7) { asked(way: "${way}") } }`);

    expect(result.errors).toBeUndefined();
    expect(statements).toBe(7);
  });

  test('are refused beyond the bound, with one error that says what to do', async () => {
    const { result, statements } = await ask(`{ costly(count: 900) { number asked(way: "${way}") } }`);

    expect(result.status).toBe(400);
    expect(result.data).toBeUndefined();
    expect(result.errors).toEqual([
      {
        message: `The operation needs more than ${MAX_STATEMENTS} statements of the database. Ask for less at once.`,
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED', requestId: expect.any(String), retryable: false },
      },
    ]);
    expect(statements).toBe(MAX_STATEMENTS);
  });
});

test('a transaction that is refused in its middle is undone, and its connection is whole', async () => {
  const refused = await ask('{ costly(count: 900) { inTransaction } }');
  expect(refused.result.errors?.[0]?.message).toContain('Ask for less at once');

  const { result } = await ask('{ costly(count: 50) { inTransaction } }');

  expect(result.errors).toBeUndefined();
  const open = await api.database.query(
    `select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  );
  expect(open).toEqual([]);
});

test('a mutation is refused before it begins and never in its middle, and what was done is answered', async () => {
  const deeds = [250, 250, 1]
    .map(
      (count, n) =>
        `d${n}: costlyDeed(input: { count: ${count} }) { ... on CostlyDone { number } ... on Problem { code } }`,
    )
    .join(' ');
  resolver.done = 0;

  const { result } = await ask(`mutation { ${deeds} }`);

  expect(resolver.done).toBe(2);
  expect(result.errors).toBeUndefined();
  expect(result.data).toEqual({ d0: { number: 1 }, d1: { number: 2 }, d2: { code: 'GRAPHQL_VALIDATION_FAILED' } });
});

test('what is read for several at once belongs to none of them: each is counted one', async () => {
  const { result, statements } = await ask('{ costly(count: 2) { together } }');

  expect(result.errors).toBeUndefined();
  expect(statements).toBe(2);
});

test('a stream may take its time: each of its events counts by itself', async () => {
  const query = `subscription { costlyEvents(count: ${2 * MAX_STATEMENTS}) { number } }`;
  const { result: text, statements } = await statementsOf(api, '/graphql/stream', async () => {
    const response = await api.fetch(`/graphql/stream?query=${encodeURIComponent(query)}`);
    return response.text();
  });

  expect(text).toContain('{"data":{"costlyEvents":{"number":1}}}');
  expect(text).not.toContain('errors');
  expect(statements).toBe(0);
});

test('the service goes on: the next one is answered, and so are jobs, which have no bound', async () => {
  await Promise.all(Array.from({ length: 10 }, () => api.graphql('{ costly(count: 900) { asked(way: "sql") } }')));

  expect((await api.graphql('{ costly(count: 1) { asked(way: "sql") } }')).errors).toBeUndefined();
  expect((await api.fetch('/livez')).status).toBe(200);
});
