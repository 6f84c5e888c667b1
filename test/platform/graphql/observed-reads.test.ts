import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { operator } from '../../../src/operators/operator.principal.ts';
import { ANONYMOUS } from '../../../src/platform/auth/principal.ts';
import { CompiledReads, type ExecutedOperation } from '../../../src/platform/graphql/reads/compiled-reads.ts';
import { createApollo } from '../../../src/platform/graphql/server/apollo.ts';
import { startApi } from '../../support/api.ts';
import { contextOn } from '../../support/context.ts';

const OPERATOR = operator('admin', ['ADMIN']);

test('every operation is told of once, whichever way it is executed', async () => {
  const { services } = await startApi({ works: false });
  const { schema, compilable, platform } = services;
  const told: Omit<ExecutedOperation, 'durationMs'>[] = [];
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
    logger: platform.logger,
    httpServer: createServer(),
    plugins: [reads.plugin],
  });
  await apollo.start();
  const context = (principal = OPERATOR) => contextOn(platform.database, principal);
  const execute = (query: string, principal = OPERATOR) =>
    apollo.executeOperation({ query }, { contextValue: context(principal) });

  const list = 'query List { assets { nodes { id } } }';
  await execute(list);
  await execute(list);
  expect(await reads.answer({ query: list }, context())).not.toBeNull();
  const stored = reads.stored('{ assets { totalCount } }');
  expect(await stored.read({}, context())).toBeNull();
  expect(await stored.read({}, context())).toEqual({ assets: { totalCount: 0 } });
  await execute(list, ANONYMOUS);
  await execute('{ health { ok }');
  await execute('mutation { createAsset(input: {}) { __typename } }');
  await execute(
    'mutation { a: createAsset(input: {}) { __typename } b: sealAsset(input: { assetId: "x" }) { __typename } }',
    ANONYMOUS,
  );
  await apollo.stop();

  expect(told).toEqual([
    { operationName: 'List', type: 'query', isCompiled: false, errorCode: null },
    { operationName: 'List', type: 'query', isCompiled: true, errorCode: null },
    { operationName: 'List', type: 'query', isCompiled: true, errorCode: null },
    { operationName: null, type: 'query', isCompiled: true, errorCode: null },
    { operationName: 'List', type: 'query', isCompiled: false, errorCode: 'UNAUTHENTICATED' },
    { operationName: null, type: null, isCompiled: false, errorCode: 'GRAPHQL_PARSE_FAILED' },
    { operationName: null, type: 'mutation', isCompiled: false, errorCode: 'INPUT_INVALID' },
    { operationName: null, type: 'mutation', isCompiled: false, errorCode: 'UNAUTHENTICATED' },
  ]);
});
