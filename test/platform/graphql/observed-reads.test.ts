import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { ANONYMOUS, type Viewer } from '../../../src/platform/auth/viewer.ts';
import { createApollo } from '../../../src/platform/graphql/apollo.ts';
import { CompiledReads, type Executed } from '../../../src/platform/graphql/compiled-reads.ts';
import { RequestContext } from '../../../src/platform/graphql/request-context.ts';
import { startApi } from '../../support/api.ts';

const OPERATOR: Viewer = { kind: 'OPERATOR', id: 'admin', roles: ['ADMIN'] };

test('every operation is told of once, whichever way it is executed', async () => {
  const { services } = await startApi({ works: false });
  const { schema, compilable, database, logger } = services;
  const told: Omit<Executed, 'durationMs'>[] = [];
  const reads = new CompiledReads(schema, compilable, {
    seenOften: 2,
    observe({ durationMs, ...executed }) {
      expect(durationMs).toBeGreaterThan(0);
      told.push(executed);
    },
  });
  const apollo = createApollo({
    schema,
    introspection: true,
    logger,
    httpServer: createServer(),
    plugins: [reads.plugin],
  });
  await apollo.start();
  const context = (viewer: Viewer) =>
    new RequestContext(database, viewer, 'a request', logger, new AbortController().signal, () => '');
  const execute = (query: string, viewer: Viewer = OPERATOR) =>
    apollo.executeOperation({ query }, { contextValue: context(viewer) });

  const list = 'query List { assets { nodes { id } } }';
  await execute(list);
  await execute(list);
  expect(await reads.answer({ query: list }, context(OPERATOR))).not.toBeNull();
  const stored = reads.stored('{ assets { totalCount } }');
  expect(await stored.read({}, context(OPERATOR))).toBeNull();
  expect(await stored.read({}, context(OPERATOR))).toEqual({ assets: { totalCount: 0 } });
  await execute(list, ANONYMOUS);
  await execute('{ health { ok }');
  await execute('mutation { createAsset(input: {}) { __typename } }');
  await apollo.stop();

  expect(told).toEqual([
    { operationName: 'List', type: 'query', isCompiled: false, errorCode: null },
    { operationName: 'List', type: 'query', isCompiled: true, errorCode: null },
    { operationName: 'List', type: 'query', isCompiled: true, errorCode: null },
    { operationName: null, type: 'query', isCompiled: true, errorCode: null },
    { operationName: 'List', type: 'query', isCompiled: false, errorCode: 'UNAUTHENTICATED' },
    { operationName: null, type: null, isCompiled: false, errorCode: 'GRAPHQL_PARSE_FAILED' },
    { operationName: null, type: 'mutation', isCompiled: false, errorCode: null },
  ]);
});
