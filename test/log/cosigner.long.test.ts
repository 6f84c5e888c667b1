import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { Cosigner } from '../../src/log/cosigner.ts';
import { openCheckpoint, parseCheckpoint } from '../../src/proof/checkpoint.ts';
import { formatSignature, formatVerifierKey, parseNote, parseVerifierKey } from '../../src/proof/note.ts';
import { parseTlogProof } from '../../src/proof/tlog-proof.ts';
import { parseTrust } from '../../src/proof/trust.ts';
import { type SealVerdict, verifySeal } from '../../src/proof/verify.ts';
import { type Api, startApi } from '../support/api.ts';
import { asSuperuser, cloneDatabase } from '../support/database.ts';
import { witnessSigner } from '../support/note-signing.ts';
import { download, sealFile, sealText } from '../support/seals.ts';
import { until } from '../support/service-process.ts';
import { LOG_VKEY, TestWitness } from '../support/witness.ts';

const LOG_KEY = parseVerifierKey(LOG_VKEY);

const startWith = (witnesses: TestWitness[], env: Record<string, string> = {}) =>
  startApi({ env: { WITNESSES: witnesses.map(({ setting }) => setting).join(','), ...env } });

/** Witnesses whose cosignatures stand in the newest checkpoint. */
async function cosigners(api: Api, witnesses: TestWitness[]): Promise<string[]> {
  const note = (await download(api, '/log/checkpoint')).toString('utf8');
  const keys = witnesses.map(({ key }) => key);
  return openCheckpoint(note, LOG_KEY, keys).cosignatures.map(({ key }) => key.name);
}

/** By name, and then for certain: checking signatures again and again keeps a core busy. */
async function untilCosigned(api: Api, ...witnesses: TestWitness[]): Promise<void> {
  const isSigned = async () => {
    const { signatures } = parseNote((await download(api, '/log/checkpoint')).toString('utf8'));
    return witnesses.every(({ key }) => signatures.some(({ name }) => name === key.name));
  };
  await until(isSigned);
  expect(await cosigners(api, witnesses)).toHaveLength(witnesses.length);
}

async function verdictOf(api: Api, sealId: string, text: string): Promise<SealVerdict> {
  const trust = parseTrust(await download(api, '/.well-known/imprimatur/trust.json'));
  return verifySeal({ bundle: await sealFile(api, sealId, 'seal.sigstore.json'), trust, text });
}

const witnessCheck = ({ checks }: SealVerdict) => checks.find(({ name }) => name === 'witnesses')!;

const connection = async (api: Api) => {
  const { body } = await api.json('/api/health/architecture');
  return body.connections.find(({ name }: { name: string }) => name === 'witnesses');
};

/** What the back office is shown of the log, and of a seal's place in it. */
async function shown(api: Api, sealId: string) {
  const { data, errors } = await api.graphql(
    `query ($id: ID!) {
       transparencyLog { origin size frozen quorum previousLogs checkpoint { size } cosigned { size } witnesses { name cosignedSize dispute } }
       seal(id: $id) { evidence { logOrigin treeSize root witnesses hasTimeStamp stampedAt } }
     }`,
    { as: 'operator', variables: { id: sealId } },
  );
  expect(errors).toBeUndefined();
  return data;
}

describe('a service with witnesses', () => {
  test('has its checkpoints cosigned, and its bundles, proofs and trust file say by whom', async () => {
    await using one = await TestWitness.start('one.example');
    await using other = await TestWitness.start('other.example');
    const api = await startWith([one, other]);
    const { seal } = await sealText(api, 'witnessed');
    await untilCosigned(api, one, other);

    const verdict = await verdictOf(api, seal.id, 'witnessed');
    const trust = JSON.parse((await download(api, '/.well-known/imprimatur/trust.json')).toString());
    const { checkpoint } = parseTlogProof((await sealFile(api, seal.id, 'seal.tlog-proof')).toString());

    expect(verdict.result).toBe('SAME_BYTES');
    expect(witnessCheck(verdict)).toMatchObject({
      status: 'passed',
      detail: 'Cosigned by one.example, other.example.',
    });
    expect(openCheckpoint(checkpoint, LOG_KEY, [one.key, other.key]).cosignatures).toHaveLength(2);
    expect(trust.witnessPolicies).toMatchObject([
      { witnesses: [one, other].map(({ key }) => ({ name: key.name, vkey: formatVerifierKey(key) })), quorum: 2 },
    ]);
    expect(await connection(api)).toMatchObject({ ok: true, required: false });
    const cosigned = { cosignedSize: 2, dispute: null };
    expect(await shown(api, seal.id)).toEqual({
      transparencyLog: {
        origin: LOG_KEY.name,
        size: 2,
        frozen: null,
        quorum: 2,
        previousLogs: [],
        checkpoint: { size: 2 },
        cosigned: { size: 2 },
        witnesses: [one, other].map(({ key: { name } }) => ({ name, ...cosigned })),
      },
      seal: {
        evidence: {
          logOrigin: LOG_KEY.name,
          treeSize: 2,
          hasTimeStamp: false,
          stampedAt: null,
          root: Buffer.from(parseCheckpoint(parseNote(checkpoint).text).root).toString('hex'),
          witnesses: ['one.example', 'other.example'],
        },
      },
    });
    // What was published stays as it was published.
    const notes = await api.database.query<{ note: string }>('select note from log_checkpoint');
    for (const { note } of notes) expect(parseNote(note).signatures).toHaveLength(1);
  });

  test('proves a seal by the first checkpoint that has the quorum, and till then by the first that covers it', async () => {
    await using witness = await TestWitness.start();
    await witness.go();
    const api = await startWith([witness], { WITNESS_QUORUM: '1' });
    const { seal } = await sealText(api, 'first');
    const before = await verdictOf(api, seal.id, 'first');
    await sealText(api, 'second');
    await sealText(api, 'third');
    await witness.come();
    await untilCosigned(api, witness);
    const after = await verdictOf(api, seal.id, 'first');
    await sealText(api, 'fourth');
    await untilCosigned(api, witness);
    const later = await verdictOf(api, seal.id, 'first');

    expect(before.result).toBe('INVALID');
    expect(witnessCheck(before).detail).toBe('0 of the pinned witnesses cosigned the checkpoint; 1 are required.');
    expect(before.checks.find(({ name }) => name === 'inclusion')?.detail).toBe('It is entry 1 of the 2 in the log.');
    expect(after.result).toBe('SAME_BYTES');
    expect(after.checks.find(({ name }) => name === 'inclusion')?.detail).toBe('It is entry 1 of the 4 in the log.');
    expect(later).toEqual(after);
  });

  test('asks for none that it does not insist on, and shows what there is', async () => {
    await using here = await TestWitness.start('here.example');
    await using away = await TestWitness.start('away.example');
    await away.go();
    const api = await startWith([here, away], { WITNESS_QUORUM: 'none' });
    const { seal } = await sealText(api, 'best effort');
    await untilCosigned(api, here);

    const verdict = await verdictOf(api, seal.id, 'best effort');

    expect(verdict.result).toBe('SAME_BYTES');
    expect(witnessCheck(verdict)).toMatchObject({ status: 'passed', detail: 'Cosigned by here.example.' });
  });

  test('waits for none of them: neither who seals nor the other witnesses', async () => {
    await using here = await TestWitness.start('here.example');
    await using hanging = await TestWitness.start('hanging.example');
    hanging.isHanging = true;
    const api = await startWith([here, hanging], { WITNESS_TIMEOUT_MS: '60000' });
    await sealText(api, 'warm');
    await untilCosigned(api, here);
    await until(() => hanging.authorizations.length > 0);

    const begin = performance.now();
    await sealText(api, 'in no time');
    const tookMs = performance.now() - begin;
    await untilCosigned(api, here);
    const open = await api.database.query(
      `select pid from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
    );

    // Who waits for the one that hangs waits for its minute.
    expect(tookMs).toBeLessThan(20_000);
    expect(open).toEqual([]);
    const stopping = performance.now();
    await api.stop();
    expect(performance.now() - stopping).toBeLessThan(20_000);
  });

  test('asks a witness that was away for the newest checkpoint, and that was restarted as well', async () => {
    await using witness = await TestWitness.start();
    const api = await startWith([witness]);
    await sealText(api, 'seen');
    await untilCosigned(api, witness);
    await witness.go();
    for (let n = 0; n < 5; n++) await sealText(api, `unseen ${n}`);
    expect(await cosigners(api, [witness])).toEqual([]);

    await witness.come();
    await untilCosigned(api, witness);

    const sizes = await api.database.query<{ size: string }>('select size from log_cosignature order by size');
    expect(Number(sizes.at(-1)!.size)).toBe(7);
  });

  test('sends a password that stands in the address, and gives it to nobody else', async () => {
    await using witness = await TestWitness.start();
    const address = witness.url.replace('http://', 'http://log:hunter2%2Fhunter2@');
    const api = await startApi({ env: { WITNESSES: `${formatVerifierKey(witness.key)} ${address}` } });
    await sealText(api, 'with a password');
    await untilCosigned(api, witness);

    expect(witness.authorizations[0]).toBe(`Basic ${Buffer.from('log:hunter2/hunter2').toString('base64')}`);
    expect((await download(api, '/.well-known/imprimatur/trust.json')).toString()).not.toContain('hunter2');
  });

  test('warns when another process has other witnesses, and notes its own down again when that one is long gone', async () => {
    await using one = await TestWitness.start('one.example');
    await using other = await TestWitness.start('other.example');
    const database = await cloneDatabase();
    const starting = (witness: TestWitness) =>
      startApi({ database, works: false, env: { WITNESSES: witness.setting, WITNESS_QUORUM: '1' } });
    const isWell = async (api: Api) => {
      const { body } = await api.json('/api/health/architecture');
      return body.connections.find(({ name }: { name: string }) => name === 'log').ok as boolean;
    };
    const stays = await starting(one);
    await sealText(stays, 'opens the log');
    const goes = await starting(other);
    await download(goes, '/log/checkpoint');

    expect([await isWell(stays), await isWell(goes)]).toEqual([false, true]);
    expect(await stays.services.apis.log.log.renewWitnessPolicy()).toBe(0);
    await goes.stop();
    await asSuperuser(
      `set session_replication_role = replica; update log_witness_policy set since = since - interval '61 minutes'`,
      database.url,
    );
    expect(await stays.services.apis.log.log.renewWitnessPolicy()).toBe(1);
    expect(await stays.services.apis.log.log.renewWitnessPolicy()).toBe(0);

    await until(() => isWell(stays)); // a report is given out for a moment
    const { witnessPolicies } = parseTrust(await download(stays, '/.well-known/imprimatur/trust.json'));
    expect(witnessPolicies.map(({ witnesses }) => witnesses[0]!.name)).toEqual([
      'one.example',
      'other.example',
      'one.example',
    ]);
    await stays.stop();
    await database.drop();
  });

  test('two of them on one database keep one cosignature of each witness', async () => {
    await using witness = await TestWitness.start();
    const database = await cloneDatabase();
    const env = { WITNESSES: witness.setting };
    const [one, other] = [await startApi({ database, env }), await startApi({ database, env })];
    for (let n = 0; n < 6; n++) await sealText(n % 2 === 0 ? one : other, `text ${n}`);
    await untilCosigned(one, witness);
    await untilCosigned(other, witness);

    const rows = await database.query<{ line: string; note: string }>(
      'select line, note from log_cosignature join log_checkpoint using (log, size)',
    );
    for (const { note, line } of rows) {
      expect(openCheckpoint(note + line, LOG_KEY, [witness.key]).cosignatures).toHaveLength(1);
    }
    await Promise.all([one.stop(), other.stop()]);
    await database.drop();
  });
});

test('health says so when the log has gone on for minutes without its witnesses', async () => {
  await using witness = await TestWitness.start();
  await witness.go();
  const api = await startWith([witness]);
  await sealText(api, 'not seen');
  expect(await connection(api)).toMatchObject({ ok: true });

  await asSuperuser(
    `set session_replication_role = replica; update log_checkpoint set published_at = published_at - interval '6 minutes'`,
    api.database.url,
  );

  await until(async () => !(await connection(api)).ok);
  // Nobody has said that the log is another one.
  await sealText(api, 'all the same');
});

test('health says nothing of witnesses where there are none', async () => {
  const api = await startApi({ works: false });

  expect(await connection(api)).toBeUndefined();
});

test('a cosignature under the name of a witness, but by another key, does not count towards the quorum', async () => {
  await using witness = await TestWitness.start();
  await witness.go();
  const api = await startWith([witness], { WITNESS_QUORUM: '1' });
  const { seal } = await sealText(api, 'forged');
  const { text } = parseNote((await download(api, '/log/checkpoint')).toString());
  const forger = witnessSigner('witness.example');
  await api.database.query(`insert into log_cosignature (log, size, witness, line) values (1, $1, $2, $3)`, [
    parseCheckpoint(text).size,
    `${forger.key.name}+${forger.key.keyId}`,
    formatSignature(forger.sign(text)),
  ]);

  expect(witnessCheck(await verdictOf(api, seal.id, 'forged'))).toMatchObject({ status: 'failed' });
});

test('a trouble is logged once, not at every try, and again when it is over', async () => {
  await using witness = await TestWitness.start();
  await witness.go();
  const api = await startApi({ works: false });
  await sealText(api, 'logged');
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const { database } = api.services.platform;
  const { log } = api.services.apis.log;
  const cosigner = new Cosigner({
    database,
    log,
    witnesses: [{ key: witness.key, url: witness.url }],
    timeoutMs: 1_000,
    logger,
  });
  cosigner.start();
  await until(() => lines.length > 0);
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  await witness.come();
  await until(() => lines.length > 1);
  await cosigner.stop();

  expect(lines).toEqual(['the witness does not cosign', 'the witness cosigns again']);
});
