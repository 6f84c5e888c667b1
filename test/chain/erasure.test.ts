import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { tamper } from '../support/database.ts';
import { findingsOf } from '../support/findings.ts';
import { audited, exported, linesOf, runTasks, trustOf } from './export.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const ERASE = `mutation ($ids: [ID!]!, $reason: String!) { eraseRuns(input: { runIds: $ids, reason: $reason }) {
  __typename ... on ErasedRuns { count } } }`;

const integrity = () => findingsOf(api, 'chain');

test('what is erased is gone from the export, which says so and stays whole', async () => {
  const ids = await runTasks(api, 2);
  const [before] = await api.database.query('select requested_by, input_sha256, output_sha256 from run where id = $1', [
    ids[0],
  ]);

  const { data } = await api.graphql(ERASE, { as: 'operator', variables: { ids: [ids[0]], reason: 'Asked for.' } });
  const again = await api.graphql(ERASE, { as: 'operator', variables: { ids: [ids[0]], reason: 'Asked for.' } });

  expect(data.eraseRuns).toEqual({ __typename: 'ErasedRuns', count: 1 });
  expect(again.data.eraseRuns).toEqual({ __typename: 'ErasedRuns', count: 0 });
  const text = await exported(api);
  const line = linesOf(text).find(({ record }) => record?.id === ids[0]);
  // The other run was asked the same.
  for (const erased of [before!.input_sha256, before!.output_sha256]) {
    expect(JSON.stringify(line)).not.toContain(erased);
    expect(text).toContain(erased);
  }
  expect(line).toMatchObject({ erasable: {}, erasedAt: expect.any(String), record: { commitments: {} } });
  expect(line.salt).toBeUndefined();
  expect(linesOf(text).find(({ entry }) => entry?.kind === 'ACT')).toMatchObject({
    record: { act: 'ERASURE', ids: [ids[0]] },
  });
  expect(await audited(text, await trustOf(api))).toMatchObject({ isClean: true, erased: 1 });
  expect(await integrity()).toEqual([]);
});

test('a row that somebody changes or deletes in the database is found on the live system', async () => {
  const [changed, deleted] = await runTasks(api, 2);
  await exported(api);

  await api.database.query(`update run set task = 'another' where id = $1`, [changed]);
  await tamper(`delete from run where id = '${deleted}'`, api.database);

  expect((await integrity()).map(({ kind, rows }) => [kind, rows[1]])).toEqual([
    ['CHAINED_RECORD_CHANGED', `run ${changed}`],
    ['CHAINED_RECORD_MISSING', `run ${deleted}`],
  ]);
});

test('entries refuse to be changed', async () => {
  await runTasks(api, 1);
  await exported(api);

  await expect(api.database.query(`update chain_entry set digest = digest`)).rejects.toThrow(
    /insert-only|permission denied/,
  );
});

test('a run tells its place in the chain, and since when that is anchored', async () => {
  const [id] = await runTasks(api, 1);
  await exported(api);

  const { data, errors } = await api.graphql(
    `query ($id: ID!) { run(id: $id) { chainEntry { seq kind subjectId hash anchoredAt } } chainHead { seq hash } }`,
    { as: 'operator', variables: { id } },
  );

  expect(errors).toBeUndefined();
  const { chainEntry } = data.run;
  expect(chainEntry).toMatchObject({ kind: 'RUN', subjectId: id, anchoredAt: expect.any(String) });
  expect(data.chainHead).toEqual({ seq: chainEntry.seq, hash: chainEntry.hash });
});
