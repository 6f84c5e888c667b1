import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bank, fillBank } from './bank.ts';
import { startTwoWays, type TwoWays } from './two-ways.ts';

let ways: TwoWays;
let bank: Bank;
beforeAll(async () => {
  ways = await startTwoWays();
  bank = await fillBank(ways.database, 12);
});
afterAll(() => ways.stop());

const LIST = '{ assets(first: 2) { nodes { id licence } } }';
const INTERNAL = 'Internal error. Give the operator the request id.';

describe('a database that fails in the middle of a compiled read is the same error as field by field:', () => {
  test('a column that is gone, and back', async () => {
    await ways.ask({ query: LIST, as: 'operator' });
    await ways.database.query('alter table asset rename column licence to gone');

    const failed = await ways.ask({ query: LIST, as: 'operator' });
    const others = await ways.ask({ query: '{ assets(first: 2) { nodes { id } } }', as: 'operator' });
    await ways.database.query('alter table asset rename column gone to licence');
    const again = await ways.ask({ query: LIST, as: 'operator' });

    expect(failed.status).toBe(200);
    expect(failed.body.data).toEqual({ assets: null });
    expect(failed.body.errors).toEqual([
      {
        message: INTERNAL,
        locations: [{ line: 1, column: 3 }],
        path: ['assets'],
        extensions: { code: 'INTERNAL_SERVER_ERROR', retryable: false, requestId: expect.any(String) },
      },
    ]);
    expect(others.body.data.assets.nodes).toHaveLength(2);
    expect(again.body.data.assets.nodes.map((node: { id: string }) => node.id)).toEqual(
      bank.assetIds.toReversed().slice(0, 2),
    );
  });

  test('a connection that is cut while it reads', async () => {
    const lock = new pg.Client({ connectionString: ways.database.url });
    lock.on('error', () => {});
    await lock.connect();
    await lock.query('begin');
    await lock.query('lock table asset in access exclusive mode');
    let isCutting = true;
    const cutting = (async () => {
      while (isCutting) {
        // Not over the connection that locks: within a transaction it sees the activity of its first look.
        await ways.database.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
        );
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();

    const failed = await ways.ask({ query: LIST, as: 'operator' });
    isCutting = false;
    await cutting;
    await lock.end();
    const again = await ways.ask({ query: LIST, as: 'operator' });

    expect(failed.status).toBe(503);
    expect(failed.body.errors).toMatchObject([
      {
        message: "The database isn't available at the moment. Try again shortly.",
        path: ['assets'],
        extensions: { code: 'SERVICE_UNAVAILABLE', retryable: true, retryAfterMs: 2000, requestId: expect.any(String) },
      },
    ]);
    expect(again.body.data.assets.nodes).toHaveLength(2);
  });

  test('idle connections that were cut are not noticed at all', async () => {
    await ways.ask({ query: LIST, as: 'operator' });
    await ways.database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    // The service hears of it in its own time.
    await new Promise((resolve) => setTimeout(resolve, 50));

    const answer = await ways.ask({ query: LIST, as: 'operator' });

    expect(answer.body.errors).toBeUndefined();
  });
});

test('what a resolver meets is masked as well, and the other fields have their answers', async () => {
  await ways.database.query('alter table seal rename to gone');
  const answer = await ways.compiling.graphql(
    `{ seal(id: "${bank.sealIds[0]}") { id } assets(first: 1) { nodes { id seal { id } } } health { __typename } }`,
    { as: 'operator' },
  );
  await ways.database.query('alter table gone rename to seal');

  expect(answer.data).toMatchObject({ seal: null, health: {}, assets: { nodes: [{ seal: null }] } });
  expect(answer.errors).toHaveLength(2);
  for (const error of answer.errors!) {
    expect(error).toMatchObject({ message: INTERNAL, extensions: { code: 'INTERNAL_SERVER_ERROR' } });
  }
  expect(JSON.stringify(answer.errors)).not.toMatch(/relation|select |postgres/);
});
