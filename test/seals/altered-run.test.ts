import { hash } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { purgeMonths } from '../../src/gateway/runs/retention.ts';
import type { IntegrityFinding } from '../../src/platform/upkeep/integrity-check.ts';
import { chainHash, type HashedLink } from '../../src/proof/chain.ts';
import { documentDigest } from '../../src/proof/document-digest.ts';
import { exported, runTasks } from '../chain/export.ts';
import { type Api, type Json, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { asSuperuser } from '../support/database.ts';
import { sealFile } from '../support/seals.ts';

const TASK = 'fast-execution/redact-draft';
const FORGED = 'We owe the bearer a million.';
const sha256 = (text: string) => hash('sha256', text);

let api: Api;
let logged: MockInstance;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(() => {
  logged = vi.spyOn(api.services.platform.logger, 'error').mockImplementation(() => {});
});
afterEach(() => logged.mockRestore());

/** SQL of someone who owns the database: no trigger stops it. */
const forge = (...statements: string[]) =>
  asSuperuser(['set session_replication_role = replica', ...statements].join('; '), api.database.url);

interface KnownRun {
  id: string;
  text: string;
}

async function runTask(): Promise<KnownRun> {
  const { body, headers } = await api.json('/v1/chat/completions', {
    as: 'integration',
    body: { model: TASK, messages: [{ role: 'user', content: 'Is it so?' }] },
  });
  return { id: headers.get('x-imprimatur-run-id')!, text: body.choices[0].message.content };
}

/** A run that is in the chain, between others. */
async function linkedRun(): Promise<KnownRun> {
  await runTask();
  const run = await runTask();
  await runTask();
  await exported(api);
  return run;
}

const SEAL_OUTPUT = `mutation ($input: SealRunOutputInput!) { sealRunOutput(input: $input) { __typename
  ... on SealedRunOutput { seal { id sha256 } } ... on Problem { code message } } }`;

async function seal(runId: string, text: string): Promise<Json> {
  const { data, errors } = await api.graphql(SEAL_OUTPUT, { as: 'operator', variables: { input: { runId, text } } });
  expect(errors).toBeUndefined();
  return data.sealRunOutput;
}

const sealsOf = (runId: string) => api.database.query('select id from seal where run_id = $1', [runId]);

async function isRefused(runId: string, text: string, fault: string): Promise<void> {
  expect(await seal(runId, text)).toMatchObject({
    __typename: 'Refused',
    code: 'RECORD_CHANGED',
    message: expect.stringContaining(runId),
  });
  expect(await sealsOf(runId)).toEqual([]);
  expect(logged).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ kind: 'RUN', id: runId, fault }),
    'a record does not match the chain',
  );
}

async function integrity(): Promise<IntegrityFinding[]> {
  const findings: IntegrityFinding[] = [];
  await api.services.checks
    .find(({ name }) => name === 'chain')!
    .run({
      ctx: contextOn(api.services.platform.database),
      repairs: false,
      deletes: false,
      isOver: () => false,
      count: () => {},
      progress: () => {},
      found: (one: IntegrityFinding) => findings.push(one),
    });
  return findings;
}

async function linkOf(runId: string): Promise<HashedLink> {
  const [{ seq, ...link }] = (await api.database.query<HashedLink>(
    `select seq, kind, subject_id as "subjectId", digest, previous, hash,
       to_char(recorded_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "recordedAt"
     from chain_entry where subject_id = $1`,
    [runId],
  )) as [HashedLink];
  return { seq: Number(seq), ...link };
}

/** The digest that the record of a run has as it stands now. */
async function digestNow(runId: string): Promise<string> {
  const ctx = contextOn(api.services.platform.database);
  return documentDigest((await api.services.apis.chain.records(ctx.em, 'RUN', [runId])).get(runId)!.record);
}

const giveText = (runId: string, text: string) =>
  `update run set output_text_sha256 = '${sha256(text)}' where id = '${runId}'`;

describe('an output is sealed by what is recorded in the chain', () => {
  test('as it was, with the facts of the record, and once', async () => {
    const { id, text } = await linkedRun();

    const sealed = await seal(id, text);

    expect(sealed).toMatchObject({ __typename: 'SealedRunOutput', seal: { sha256: sha256(text) } });
    const bundle = JSON.parse((await sealFile(api, sealed.seal.id, 'seal.sigstore.json')).toString());
    const { predicate } = JSON.parse(Buffer.from(bundle.dsseEnvelope.payload, 'base64').toString());
    expect(predicate).toMatchObject({
      producer: { kind: 'gateway', runId: id, task: TASK, taskVersion: 1, policyVersion: 1 },
      simulated: true,
      aiGenerated: false,
    });
    expect(await seal(id, text)).toEqual(sealed);
    expect(logged).not.toHaveBeenCalled();
  });

  test('also straight after the run, which is added to the chain first', async () => {
    const linker = new pg.Client({ connectionString: api.database.url });
    await linker.connect();
    await linker.query('begin');
    // Nobody adds anything to the chain meanwhile.
    await linker.query(`select pg_advisory_xact_lock(hashtext('chain of records'))`);
    const { id, text } = await runTask();
    expect(await api.database.query('select 1 from chain_pending where subject_id = $1', [id])).toHaveLength(1);

    const sealing = seal(id, text);
    const waits = `select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(() => api.database.query(waits)).not.toEqual([]);
    await linker.query('commit');
    await linker.end();

    expect(await sealing).toMatchObject({ seal: { sha256: sha256(text) } });
    expect(await linkOf(id)).toMatchObject({ kind: 'RUN', subjectId: id });
  });

  test('a run whose personal data were erased has no digest to compare with', async () => {
    const { id, text } = await linkedRun();
    const { data } = await api.graphql(
      `mutation { eraseRuns(input: { runIds: ["${id}"], reason: "Asked for." }) { ... on ErasedRuns { count } } }`,
      { as: 'operator' },
    );
    expect(data.eraseRuns).toEqual({ count: 1 });

    expect(await seal(id, text)).toMatchObject({ __typename: 'SealConflict', code: 'CONFLICT' });
    expect(logged).not.toHaveBeenCalled();
    // Whoever writes a digest into the erased row has none that is proven.
    await forge(giveText(id, FORGED));
    expect(await seal(id, FORGED)).toMatchObject({ __typename: 'SealConflict' });
    expect(await sealsOf(id)).toEqual([]);
  });

  test('a run that is not kept any more is none', async () => {
    await runTasks(api, 1);
    await api.database.query(
      `select make_month_partition('run', 'run', '2026-01-15'), make_month_partition('attempt', 'att', '2026-01-15')`,
    );
    const [{ id }] = (await api.database.query(
      `insert into run select (jsonb_populate_record(run, jsonb_build_object('id', first_id_at('run', '2026-01-15'),
         'started_at', '2026-01-15T00:00:00Z', 'output_text_sha256', '${sha256('Kept no more.')}'))).* from run limit 1 returning id`,
    )) as [{ id: string }];
    await api.database.query(`insert into chain_pending values ('RUN', $1)`, [id]);
    const ctx = contextOn(api.services.platform.database);
    expect(await purgeMonths(ctx, api.services.apis.chain, { real: 0, simulated: 3 })).toBe(1);

    expect(await seal(id, 'Kept no more.')).toMatchObject({ __typename: 'NotFound' });
    expect(logged).not.toHaveBeenCalled();
  });
});

describe('nothing is signed where somebody has written into the database', () => {
  test('another output', async () => {
    const { id, text } = await linkedRun();
    await forge(giveText(id, FORGED));

    await isRefused(id, FORGED, 'RECORD_CHANGED');
    expect(await seal(id, text)).toMatchObject({ code: 'RECORD_CHANGED' });
  });

  test.each([
    ['that no sandbox answered', 'is_simulated = false'],
    ['another model', `model = 'gpt-6.1-sol'`],
    ['another task', `task = 'deep-reasoning/synthesis'`],
    ['that it was final', 'is_not_final = not is_not_final'],
  ])('%s', async (_, change) => {
    const { id, text } = await linkedRun();
    await forge(`update run set ${change} where id = '${id}'`);

    await isRefused(id, text, 'RECORD_CHANGED');
  });

  test('another output, and its digest into the chain', async () => {
    const { id } = await linkedRun();
    await forge(giveText(id, FORGED));
    await forge(`update chain_entry set digest = '${await digestNow(id)}' where subject_id = '${id}'`);

    await isRefused(id, FORGED, 'CHAIN_BROKEN');
  });

  test('another output, and an entry that fits in itself but not to the next one', async () => {
    const { id } = await linkedRun();
    await forge(giveText(id, FORGED));
    const link = { ...(await linkOf(id)), digest: await digestNow(id) };
    await forge(
      `update chain_entry set digest = '${link.digest}', hash = '${chainHash(link)}' where subject_id = '${id}'`,
    );

    await isRefused(id, FORGED, 'CHAIN_BROKEN');
  });

  test('no entry any more, or not the one beside it', async () => {
    const [alone, beside] = [await linkedRun(), await linkedRun()];
    const { seq } = await linkOf(beside.id);
    await forge(
      `delete from chain_entry where subject_id = '${alone.id}'`,
      `delete from chain_entry where seq = ${seq - 1}`,
    );

    await isRefused(alone.id, alone.text, 'NO_ENTRY');
    logged.mockClear();
    await isRefused(beside.id, beside.text, 'CHAIN_BROKEN');
  });

  test('another output behind the commitment to the real one', async () => {
    const { id } = await linkedRun();
    const ctx = contextOn(api.services.platform.database);
    const { record } = (await api.services.apis.chain.records(ctx.em, 'RUN', [id])).get(id)!;
    const commitments = JSON.stringify(record.commitments);
    await forge(
      giveText(id, FORGED),
      `update chain_blinding set commitments = '${commitments}' where subject_id = '${id}'`,
    );

    await isRefused(id, FORGED, 'RECORD_CHANGED');
    expect(await integrity()).toContainEqual(
      expect.objectContaining({ kind: 'CHAINED_RECORD_CHANGED', rows: expect.arrayContaining([`run ${id}`]) }),
    );

    logged.mockClear();
    await forge(`update chain_blinding set salt = null where subject_id = '${id}'`);
    await isRefused(id, FORGED, 'RECORD_CHANGED');
    expect(await integrity()).toContainEqual(
      expect.objectContaining({ kind: 'CHAINED_RECORD_CHANGED', rows: expect.arrayContaining([`run ${id}`]) }),
    );
  });
});
