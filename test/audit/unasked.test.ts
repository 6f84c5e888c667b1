import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { databaseOptions } from '../../src/app.ts';
import { decisionKeyCheck } from '../../src/approvals/binding/decision-key-check.ts';
import { DECISION_KEY, DecisionKeys } from '../../src/approvals/binding/decision-keys.ts';
import { findCommands } from '../../src/cli/commands.ts';
import { defineFeature } from '../../src/feature.ts';
import { LocalSigner } from '../../src/log/index.ts';
import { internal } from '../../src/platform/auth/principal.ts';
import type { Command, CommandEnvironment } from '../../src/platform/command-line/command.ts';
import type { Config } from '../../src/platform/config/config.ts';
import { Database } from '../../src/platform/database/database.ts';
import { newId } from '../../src/platform/ids.ts';
import { unaudited } from '../../src/platform/upkeep/upkeep.ts';
import { readConfig } from '../../src/read-config.ts';
import { type Api, LOG_PRIVATE_KEY, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { sealText } from '../support/seals.ts';

const did: string[] = [];
const fixture = defineFeature({
  name: 'fixture',
  compose: () => ({
    api: {},
    upkeep: {
      'three things': async () => did.push('three things') && 3,
      nothing: async () => did.push('nothing') && 0,
      'of no account': unaudited('A test says so.', async () => did.push('of no account') && 5),
    },
  }),
});

let api: Api;
let folder: string;
beforeAll(async () => {
  api = await startApi({ works: false, features: [fixture] });
  folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-unasked-'));
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

const SENTENCE = /^[A-Z].+\.$/;
const entries = () =>
  api.database.query(
    'select actor, actor_kind, action, outcome, subject_ids, changes, network from audit_entry order by id',
  );
const upkeepContext = () => contextOn(api.services.platform.database, internal('upkeep'));

describe('upkeep', () => {
  test('that has changed something leaves one row, with how much; what had nothing to do leaves none', async () => {
    const before = (await entries()).length;

    for (const what of ['three things', 'nothing', 'of no account']) await api.services.upkeep[what]!(upkeepContext());

    expect(did).toEqual(['three things', 'nothing', 'of no account']);
    expect((await entries()).slice(before)).toEqual([
      {
        actor: 'upkeep',
        actor_kind: 'SERVICE',
        action: 'upkeep',
        outcome: 'DONE',
        network: null,
        subject_ids: ['three things'],
        changes: [{ subjectId: 'three things', field: 'count', before: null, after: 3 }],
      },
    ]);
  });

  test('is written down, each step of every feature, or says why not', async () => {
    const steps = Object.entries(api.services.upkeep).filter(([what]) => !(what in FIXTURES));
    const silent = steps.filter(([, { unaudited }]) => unaudited !== undefined);

    expect(silent.map(([what]) => what).sort()).toEqual([...UNAUDITED].sort());
    for (const [, { unaudited }] of silent) expect(unaudited).toMatch(SENTENCE);
    const before = (await entries()).length;
    const counts: Record<string, number> = {};
    for (const [what, step] of steps) counts[what] = await step(upkeepContext());
    const telling = steps.filter(([what, { unaudited }]) => unaudited === undefined && counts[what]! > 0);
    expect((await entries()).slice(before).map(({ subject_ids: [what] }) => what)).toEqual(
      telling.map(([what]) => what),
    );
  });
});

const FIXTURES = { 'three things': 0, nothing: 0, 'of no account': 0 };
/** A new one of these has to be thought about: what is lost by it that somebody could ask for? */
const UNAUDITED = [
  'expired idempotent answers',
  'daily checkpoint',
  'clock comparison',
  'old attempts to back up',
  'expired limit counts',
  'unlogged baseline',
  'unsealed decisions',
  'old expiration announcements',
  'upcoming expirations',
  'dispatched events',
  'files of interrupted uploads',
  'expired idempotency keys',
  'finished jobs',
  'new months of runs',
  'expired reasoning of tool calls',
  'unused rotations',
  'old uses of secrets',
  'verifier in the log',
  'expired sign-in steps',
];

test('work in the background says where what it changes is written down', () => {
  const { background } = api.services;

  expect(background.length).toBeGreaterThan(3);
  for (const { recorded } of background) expect(recorded).toMatch(/^the [a-z ]+$/);
});

describe('commands', () => {
  /** Of those that are written down: how they are typed, in an order in which each finds what it needs. */
  const TYPED: readonly [name: string, action: string, args: () => string[], config?: () => Config][] = [
    ['customer-key', 'issueCustomerKey', () => ['Lakeside Law', '--plan', 'PRO']],
    ['partner-token', 'issuePartnerLink', () => ['Agency North']],
    ['operator', 'resetOperator', () => ['reset', 'ada@example.org']],
    ['admit-operator', 'admitOperator', () => ['ada@example.org']],
    ['rotate-seal-key', 'rotateSealKey', () => [], () => ownConfig({})],
    ['admit-seal-key', 'admitSealKey', () => [], () => ownConfig({ SEAL_PRIVATE_KEY: newSealKey() })],
    ['rotate-decision-key', 'rotateDecisionKey', () => [], () => ownConfig({})],
    ['admit-decision-key', 'admitDecisionKey', () => [], () => ownConfig({ DECISION_PRIVATE_KEY: newSealKey() })],
    ['retire-seal-key', 'retireSealKey', () => [firstKey]],
    ['reinstate-seal-key', 'reinstateSealKey', () => [firstKey]],
    [
      'revoke-seal-key',
      'revokeSealKey',
      () => [firstKey, '--since', '2026-11-01T00:00:00Z', '--reason', 'It was lost.'],
    ],
    ['succeed-log', 'succeedLog', () => ['log2.example.org']],
    ['replace-encryption-key', 'replaceEncryptionKey', () => []],
    ['resume-deletion', 'resumeDeletion', () => []],
  ];
  let all: readonly Command[];
  let owned: Database;
  let firstKey: string;
  beforeAll(async () => {
    all = await findCommands();
    owned = await Database.open(databaseOptions({ databaseUrl: api.database.url, poolSize: 2 }));
    await sealText(api, 'so that there is a key');
    // As the first start does with the key in the folder.
    const decisionKey = LocalSigner.open(folder, null, DECISION_KEY);
    const keys = new DecisionKeys(api.services.platform.database, decisionKey);
    await decisionKeyCheck(keys, folder, false).assert({ makes: true });
    [{ key_id: firstKey }] = (await api.database.query('select key_id from seal_key')) as [{ key_id: string }];
    await api.database.query(
      `insert into operator (id, name, email, roles, created_by) values ($1, 'Ada', 'ada@example.org', '{EDITOR}', 'test')`,
      [newId('operator')],
    );
  });

  afterAll(() => owned.close());

  const ownConfig = (env: NodeJS.ProcessEnv) =>
    readConfig({ DATA_DIR: folder, DATABASE_URL: api.database.url, LOG_PRIVATE_KEY, ...env });
  const newSealKey = () =>
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  test('are written down, or say why not', () => {
    const why = all.flatMap(({ trail }) => ('unaudited' in trail ? [trail.unaudited] : []));
    const written = all.flatMap(({ name, trail }) => ('audited' in trail ? [[name, trail.audited]] : []));
    const byThemselves = all.flatMap(({ trail }) => ('auditsItself' in trail ? [trail.auditsItself] : []));

    for (const sentence of why) expect(sentence).toMatch(SENTENCE);
    expect(written.sort()).toEqual(TYPED.map(([name, action]) => [name, action]).sort());
    expect(byThemselves).toEqual(['repairIntegrity']);
  });

  test.each(TYPED)('%s is in the trail in its own name', async (name, action, args, config) => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { platform } = api.services;
    const shell: CommandEnvironment = {
      config: config?.() ?? platform.config,
      serviceUrl: platform.publicUrl,
      withDatabase: (work, { account } = {}) =>
        work(contextOn(account === 'OWNER' ? owned : platform.database, internal('shell'))),
    };
    const before = (await entries()).length;

    await all.find((one) => one.name === name)!.run(shell, args());

    written.mockRestore();
    told.mockRestore();
    const rows = (await entries()).slice(before);
    // One for each transaction: a key for a customer who is new takes two.
    expect([1, 2]).toContain(rows.length);
    const row = { action, actor: `command:${name}`, actor_kind: 'SERVICE', outcome: 'DONE' };
    for (const one of rows) expect(one).toMatchObject(row);
    expect(JSON.stringify(rows)).not.toMatch(/ada@example|im[a-z]+_[^"]{5}|It was lost/);
  });

  test('that fail leave none', async () => {
    const { platform } = api.services;
    const shell: CommandEnvironment = {
      config: platform.config,
      serviceUrl: platform.publicUrl,
      withDatabase: (work) => work(contextOn(platform.database)),
    };
    const before = (await entries()).length;

    const asked = all.find(({ name }) => name === 'operator')!.run(shell, ['reset', 'nobody@example.org']);

    await expect(asked).rejects.toThrow('No operator has this address.');
    expect((await entries()).length).toBe(before);
  });
});
