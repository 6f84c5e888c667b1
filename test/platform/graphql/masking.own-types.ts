import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { AccessForEveryone } from '../../../src/platform/auth/access.ts';
import { ANONYMOUS } from '../../../src/platform/auth/principal.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { Context } from '../../../src/platform/context.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { buildGraph } from '../../../src/platform/graphql/schema/build-graph.ts';
import { createApollo } from '../../../src/platform/graphql/server/apollo.ts';
import type { Logger } from '../../../src/platform/observability/logger.ts';
import { startApi } from '../../support/api.ts';

const SECRET = 'postgres://u:pw@h/db';

@ObjectType()
class Leaky {
  @Field(() => Int)
  number!: number;

  @Field(() => String)
  text!: string;
}

/** Everything that can go wrong in code of ours, with a secret in it. */
@Resolver()
class LeakyResolver {
  @AccessForEveryone()
  @Query(() => String, { nullable: true })
  error(): string {
    throw new Error(SECRET, { cause: new Error(SECRET) });
  }

  @AccessForEveryone()
  @Query(() => String, { nullable: true })
  text(): string {
    throw SECRET;
  }

  @AccessForEveryone()
  @Query(() => String, { nullable: true })
  nothing(): string {
    throw undefined;
  }

  @AccessForEveryone()
  @Query(() => String, { nullable: true })
  async rejection(): Promise<string> {
    return Promise.reject(Object.assign(new Error(SECRET), { code: SECRET, detail: SECRET, stack: SECRET }));
  }

  @AccessForEveryone()
  @Query(() => String, { nullable: true })
  extensions(): string {
    throw Object.assign(new Error(SECRET), { extensions: { code: 'FORBIDDEN', secret: SECRET } });
  }

  @AccessForEveryone()
  @Query(() => String, { nullable: true })
  uncodedGraphQLError(): string {
    throw new GraphQLError(SECRET, { originalError: new Error(SECRET) });
  }

  @AccessForEveryone()
  @Query(() => Leaky, { nullable: true })
  unserializable(): object {
    return { number: SECRET };
  }

  @AccessForEveryone()
  @Query(() => Leaky, { nullable: true })
  missing(): object {
    return { number: 1 };
  }

  @AccessForEveryone()
  @Query(() => Leaky, { nullable: true })
  getter(): object {
    return {
      number: 1,
      get text(): string {
        throw new Error(SECRET);
      },
    };
  }
}

describe('what fails in the code says nothing of itself to the caller:', () => {
  const logged: unknown[] = [];
  const logger = { error: (entry: unknown) => logged.push(entry), warn: () => {} } as unknown as Logger;
  let ask: (query: string) => Promise<readonly GraphQLFormattedError[]>;

  beforeAll(async () => {
    const apollo = createApollo({
      schema: await buildGraph([new LeakyResolver()]),
      introspection: true,
      logger,
      httpServer: null,
    });
    ask = async (query) => {
      const contextValue = new Context(
        { database: null as unknown as Database, logger, clock: systemClock },
        { principal: ANONYMOUS, requestId: 'request-1', signal: AbortSignal.any([]) },
      );
      const { body } = await apollo.executeOperation({ query }, { contextValue });
      return body.kind === 'single' ? (body.singleResult.errors ?? []) : [];
    };
  });

  test.each([
    '{ error }',
    '{ text }',
    '{ nothing }',
    '{ rejection }',
    '{ extensions }',
    '{ uncodedGraphQLError }',
    '{ unserializable { number } }',
    '{ missing { text } }',
    '{ getter { text } }',
  ])('%s', async (query) => {
    logged.length = 0;

    const errors = await ask(query);

    expect(errors).toHaveLength(1);
    expect(errors[0]!.message).toMatch(
      /^(Internal error|An unexpected error occurred)\. Give the operator the request id\.$/,
    );
    expect(errors[0]!.extensions).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
    expect(JSON.stringify(errors)).not.toMatch(/pw@h|stack|number.*SECRET/);
    expect(logged, 'the operator finds it in the log').toHaveLength(1);
    expect(logged[0]).toMatchObject({ requestId: 'request-1', err: expect.anything() });
  });
});

describe('what is shown of the schema', () => {
  const MISSPELT = '{ helth { ok } }';
  const SCHEMA = '{ __schema { queryType { name } } __type(name: "Asset") { name } }';

  test('is shown, with suggestions, as long as introspection is on', async () => {
    const api = await startApi({ works: false });

    expect((await api.graphql(SCHEMA)).data).toEqual({
      __schema: { queryType: { name: 'Query' } },
      __type: { name: 'Asset' },
    });
    expect((await api.graphql(MISSPELT)).errors![0]!.message).toContain('Did you mean "health"?');
  });

  test('is nothing when introspection is off, whatever is misspelt', async () => {
    const api = await startApi({ works: false, env: { INTROSPECTION: '0' } });

    const schema = await api.graphql(SCHEMA);
    const hidden = [
      await api.graphql(MISSPELT),
      await api.graphql('{ health { okay } }'),
      await api.graphql('{ assets(filer: {}) { totalCount } }'),
      await api.graphql('{ assets(filter: { statu: LIVE }) { totalCount } }'),
      await api.graphql('{ assets(filter: { status: LIV }) { totalCount } }'),
      await api.graphql('query ($f: AssetFilte) { assets(filter: $f) { totalCount } }'),
      await api.graphql('query ($f: AssetFilter) { assets(filter: $f) { totalCount } }', {
        variables: { f: { statu: 'LIVE' } },
      }),
      await api.graphql('query ($f: AssetFilter) { assets(filter: $f) { totalCount } }', {
        variables: { f: { status: 'LIV' } },
      }),
    ];

    expect(schema).toMatchObject({ status: 400, errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }, {}] });
    for (const { errors } of hidden) expect(JSON.stringify(errors)).not.toContain('Did you mean');
    expect((await api.graphql('{ __typename health { ok } }')).data).toEqual({
      __typename: 'Query',
      // Whether all is well is no matter here; that it is told, is.
      health: { ok: expect.any(Boolean) },
    });
    expect((await api.fetch('/schema.graphql')).status).toBe(404);
  });
});
