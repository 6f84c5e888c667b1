import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { databaseOptions } from '../../src/app.ts';
import { decisionKeyCheck } from '../../src/approvals/binding/decision-key-check.ts';
import { admitDecisionKeyInUse, rotateDecisionKey } from '../../src/approvals/binding/decision-key-commands.ts';
import { DECISION_KEY, DecisionKeys, type DecisionSignature } from '../../src/approvals/binding/decision-keys.ts';
import { LocalSigner } from '../../src/log/index.ts';
import type { CommandEnvironment } from '../../src/platform/command-line/command.ts';
import { Database } from '../../src/platform/database/database.ts';
import { readConfig } from '../../src/read-config.ts';
import { LOG_PRIVATE_KEY } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let open: Database;
beforeEach(async () => {
  database = await cloneDatabase();
  open = await Database.open(databaseOptions({ databaseUrl: database.url, poolSize: 2 }));
  const silent = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => silent.mockRestore());
});
afterEach(async () => {
  await open.close();
  await database.drop();
});

/** A machine with its own data folder, and with what it does with its decision key. */
class Machine {
  readonly dataDir = mkdtempSync(path.join(tmpdir(), 'imprimatur-keys-'));

  beforeWork = () => {};

  constructor() {
    onTestFinished(() => rmSync(this.dataDir, { recursive: true }));
  }

  get signer(): LocalSigner {
    return LocalSigner.open(this.dataDir, null, DECISION_KEY);
  }

  /** As a process that has just started has them. */
  get keys(): DecisionKeys {
    return new DecisionKeys(open, this.signer);
  }

  get pem(): string {
    return readFileSync(path.join(this.dataDir, 'secrets', DECISION_KEY.file), 'utf8');
  }

  start(): Promise<void> {
    return decisionKeyCheck(this.keys, this.dataDir, false).assert({ makes: true });
  }

  sign(): DecisionSignature {
    return this.keys.sign('text/plain', 'a decision');
  }

  accepts(signature: DecisionSignature): Promise<boolean> {
    return this.keys.verifies(open.orm.em.fork(), 'text/plain', 'a decision', signature);
  }

  rotate(): Promise<void> {
    return rotateDecisionKey(this.#shell);
  }

  admit(...previous: string[]): Promise<void> {
    return admitDecisionKeyInUse(this.#shell, previous);
  }

  get #shell(): CommandEnvironment {
    const config = readConfig({ DATA_DIR: this.dataDir, DATABASE_URL: database.url, LOG_PRIVATE_KEY });
    return {
      config,
      serviceUrl: 'http://127.0.0.1:4000',
      withDatabase: (work) => {
        this.beforeWork();
        return work(contextOn(open));
      },
    };
  }
}

describe('the first start', () => {
  test('registers the key once, and no other machine without it starts', async () => {
    const first = new Machine();
    await first.start();
    await first.start();

    await expect(new Machine().start()).rejects.toThrow(`admit-decision-key --previous ${first.signer.keyId}`);
  });

  test.each(['rotate', 'admit'] as const)('has to come before %s', async (command) => {
    const machine = new Machine();
    const before = machine.signer.keyId;

    await expect(machine[command]()).rejects.toThrow('No decision key is registered yet. Start the service once');
    expect(machine.signer.keyId).toBe(before);
    expect(await database.query('select from decision_key')).toHaveLength(0);
  });

  test('is remembered by each machine that starts with the key, so that nothing is taken for old a second time', async () => {
    const [first, second] = [new Machine(), new Machine()];
    await first.start();
    cpSync(path.join(first.dataDir, 'secrets'), path.join(second.dataDir, 'secrets'), { recursive: true });
    await second.start();
    await database.query('delete from decision_key');

    for (const machine of [first, second]) {
      await expect(machine.start()).rejects.toThrow('the database has no decision keys');
    }
  });
});

describe('a rotated key', () => {
  test('keeps what earlier ones signed valid, and the other way round while they are in use', async () => {
    const machine = new Machine();
    await machine.start();
    const signatures = [machine.sign()];
    const earlier = machine.keys;
    for (let rotations = 0; rotations < 2; rotations++) {
      await machine.rotate();
      await machine.start();
      signatures.push(machine.sign());
    }

    for (const signature of signatures) expect(await machine.accepts(signature)).toBe(true);
    expect(new Set(signatures.map(({ keyId }) => keyId)).size).toBe(3);
    // A process that started before the first rotation knows only the key after it.
    const em = open.orm.em.fork();
    expect(await earlier.verifies(em, 'text/plain', 'a decision', signatures[1]!)).toBe(true);
    expect(await earlier.verifies(em, 'text/plain', 'a decision', signatures[2]!)).toBe(false);
  });

  test('that can’t be written changes nothing', async () => {
    const machine = new Machine();
    await machine.start();
    const { pem } = machine;
    // A file stands in the folder's place after the earlier key was read.
    const folder = path.join(machine.dataDir, 'secrets');
    machine.beforeWork = () => {
      renameSync(folder, `${folder}-elsewhere`);
      writeFileSync(folder, '');
    };

    await expect(machine.rotate()).rejects.toThrow(/ENOTDIR|EEXIST/);
    rmSync(folder);
    renameSync(`${folder}-elsewhere`, folder);
    expect(machine.pem).toBe(pem);
    await machine.start();
    expect(await database.query('select from decision_key where retired_at is null')).toHaveLength(1);
  });
});

describe('an admitted key', () => {
  test('keeps what the named ones signed valid, and what they had endorsed', async () => {
    const [first, second] = [new Machine(), new Machine()];
    await first.start();
    const signatures = [first.sign()];
    await first.rotate();
    await first.start();
    signatures.push(first.sign());

    await second.admit(first.signer.keyId);
    await second.start();

    for (const signature of signatures) expect(await second.accepts(signature)).toBe(true);
    await expect(first.start()).rejects.toThrow('admit-decision-key');
  });

  test('makes nothing valid that it doesn’t name', async () => {
    const [first, second] = [new Machine(), new Machine()];
    await first.start();
    await second.admit();

    expect(await second.accepts(first.sign())).toBe(false);
  });

  test('can be one that was retired', async () => {
    const [first, second] = [new Machine(), new Machine()];
    await first.start();
    await second.admit(first.signer.keyId);
    await first.admit(second.signer.keyId);

    await first.start();
    await expect(second.start()).rejects.toThrow('admit-decision-key');
    expect(await first.accepts(second.sign())).toBe(true);
  });

  test.each([
    ['its own', (machine: Machine) => machine.signer.keyId, 'is the key in use'],
    ['an unknown', () => 'f'.repeat(64), 'is registered. Check the id.'],
  ])('can’t replace %s', async (_, keyId, message) => {
    const machine = new Machine();
    await machine.start();

    await expect(machine.admit(keyId(machine))).rejects.toThrow(message);
    await machine.start();
  });
});
