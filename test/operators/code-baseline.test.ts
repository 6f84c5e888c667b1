import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { databaseOptions } from '../../src/app.ts';
import { replaceEncryptionKey } from '../../src/cli/replace-encryption-key.ts';
import { FEATURES } from '../../src/features.ts';
import { Accounts } from '../../src/operators/codes/accounts.ts';
import { admitOperator } from '../../src/operators/codes/admit-operator.ts';
import { codeBaselineCheck } from '../../src/operators/codes/code-baseline-check.ts';
import { internal } from '../../src/platform/auth/principal.ts';
import type { CommandEnvironment } from '../../src/platform/command-line/command.ts';
import { Database } from '../../src/platform/database/database.ts';
import { readConfig } from '../../src/read-config.ts';
import { type Api, startApi } from '../support/api.ts';
import { contextOn } from '../support/context.ts';
import { accountsOf } from '../support/operator-codes.ts';
import { postForm, type SignedIn, signedIn, withPasskey, withPassword } from '../support/people.ts';
import { issue, whoAmI } from './staff-support.ts';

const PASSWORD = 'difference engine no. 2';
const TABLES = ['operator', 'operator_session', 'operator_link', 'operator_invitation', 'operator_token'];

let api: Api;
let ada: SignedIn;
beforeEach(async () => {
  api = await startApi({ works: false });
  ada = await signedIn(api, { roles: ['ADMIN'] });
});

/** Puts the database back to before rows had codes. */
async function withoutCodes(): Promise<void> {
  for (const table of TABLES) await api.database.query(`update ${table} set authentication_code = null`);
  await api.database.query('delete from operator_code_baseline');
}

/** The check of a start, on a machine with this folder. */
const start = (dataDir = api.dataDir, codes = accountsOf(api).codes, makes = true) =>
  codeBaselineCheck(api.services.platform.database, codes, dataDir).assert({ makes });

const remembered = (dataDir: string) => path.join(dataDir, 'log', 'operator-codes-recorded');

describe('the first start', () => {
  test('codes what was stored before, so that operators, sessions and tokens go on', async () => {
    await withPasskey(api, ada.operatorId);
    // Issued with the admin token, so that the session is read only afterwards.
    const { operatorId } = ada;
    const { token } = await issue(api, { operatorId, scopes: ['own-account:manage'] });
    await withoutCodes();
    expect(await whoAmI(api, ada.as)).toBeNull();

    await start();

    expect(await whoAmI(api, ada.as)).toMatchObject({ id: ada.operatorId });
    expect(await whoAmI(api, { bearer: token })).toMatchObject({ id: ada.operatorId });
    expect(existsSync(remembered(api.dataDir))).toBe(true);
  });

  test('codes nothing a second time', async () => {
    await start();
    const eve = await signedIn(api, { roles: ['AUDITOR'] });
    await api.database.query(`update operator set roles = '{ADMIN}', authentication_code = null where id = $1`, [
      eve.operatorId,
    ]);

    await start();

    expect((await api.graphql('{ me { actor } }', { as: eve.as })).errors?.[0]?.extensions.code).toBe(
      'ACCOUNT_NOT_PROVEN',
    );
  });

  test('on a second machine codes nothing, and remembers it as well', async () => {
    await start();
    await api.database.query('update operator set authentication_code = null');
    const second = path.join(api.dataDir, 'second');

    await start(second);

    expect(existsSync(remembered(second))).toBe(true);
    expect(await api.database.query('select from operator where authentication_code is not null')).toEqual([]);
  });

  test('of two at once codes once', async () => {
    await withoutCodes();
    const second = path.join(api.dataDir, 'second');

    await Promise.all([start(), start(second)]);

    expect(await api.database.query('select name from operator_code_baseline')).toEqual([{ name: 'operators' }]);
    expect(await whoAmI(api, ada.as)).toMatchObject({ id: ada.operatorId });
  });

  test('is refused where somebody has deleted the record and the codes', async () => {
    await start();
    await withoutCodes();

    await expect(start()).rejects.toThrow(/authentication codes.*delete .*operator-codes-recorded/s);
    expect(await api.database.query('select from operator where authentication_code is not null')).toEqual([]);
    rmSync(remembered(api.dataDir));
    await expect(start()).resolves.toBeUndefined();
  });

  test('is refused where the record was written with another key', async () => {
    await start();

    await expect(start(api.dataDir, new Accounts(randomBytes(32)).codes)).rejects.toThrow('ENCRYPTION_KEY');
  });

  test('that only looks stores nothing', async () => {
    await withoutCodes();

    await start(api.dataDir, accountsOf(api).codes, false);

    expect(await api.database.query('select from operator_code_baseline')).toEqual([]);
    expect(existsSync(remembered(api.dataDir))).toBe(false);
  });
});

describe('a command', () => {
  let told: string;
  beforeEach(() => {
    told = '';
    const tell = (text: unknown) => {
      told += String(text);
      return true;
    };
    vi.spyOn(process.stdout, 'write').mockImplementation(tell);
    vi.spyOn(process.stderr, 'write').mockImplementation(tell);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const shell = (env: NodeJS.ProcessEnv = {}): CommandEnvironment => {
    const { platform } = api.services;
    return {
      config:
        Object.keys(env).length === 0
          ? platform.config
          : readConfig({ DATA_DIR: api.dataDir, DATABASE_URL: api.database.url, ...env }, FEATURES),
      serviceUrl: platform.publicUrl,
      async withDatabase(work, { account } = {}) {
        const databaseUrl = account === 'OWNER' ? api.database.url : api.database.serviceUrl;
        const database = await Database.open(databaseOptions({ databaseUrl, poolSize: 2 }));
        try {
          await work(contextOn(database, internal('shell')));
        } finally {
          await database.close();
        }
      },
    };
  };
  const signIn = () => postForm(api, '/admin/sign-in', { email: ada.email, password: PASSWORD });

  test('admits an operator who was changed in the database, and tells what they may do', async () => {
    await withPassword(api, ada.operatorId, PASSWORD);
    await api.database.query(`update operator set roles = '{APPROVER}' where id = $1`, [ada.operatorId]);
    expect((await signIn()).status).toBe(403);

    await admitOperator(shell(), ada.email);

    expect(told).toContain(`${ada.email}  APPROVER; password: yes`);
    expect((await signIn()).status).toBe(303);
    expect(await api.database.query('select from operator_session where id = $1', [ada.sessionId])).toEqual([]);
  });

  test('refuses an unknown address, and another key than the service has', async () => {
    await start();

    await expect(admitOperator(shell(), 'nobody@example.org')).rejects.toThrow('No operator has this address.');
    const other = shell({ ENCRYPTION_KEY: randomBytes(32).toString('base64') });
    await expect(admitOperator(other, ada.email)).rejects.toThrow("isn't the one of this service");
  });

  test('that replaces the encryption key keeps what counts, and nothing else', async () => {
    await start();
    await withPassword(api, ada.operatorId, PASSWORD);
    const eve = await signedIn(api, { roles: ['AUDITOR'] });
    await api.database.query(`update operator set roles = '{ADMIN}' where id = $1`, [eve.operatorId]);
    const previous = api.services.platform.config.encryptionKey.toString('base64');
    const next = randomBytes(32);
    const both = { ENCRYPTION_KEY: next.toString('base64'), PREVIOUS_ENCRYPTION_KEY: previous };

    await replaceEncryptionKey(shell(both));
    // Repeated after a command that was interrupted.
    await replaceEncryptionKey(shell(both));

    const accounts = new Accounts(next);
    const em = () => api.services.platform.database.orm.em.fork();
    expect(await accounts.find(em(), ada.operatorId)).toMatchObject({ roles: ['ADMIN'] });
    await expect(accounts.find(em(), eve.operatorId)).rejects.toThrow('changed in the database');
    await expect(start(api.dataDir, accounts.codes)).resolves.toBeUndefined();
    await expect(start()).rejects.toThrow('ENCRYPTION_KEY');
  });

  test('that replaces a lost key refuses all until they are admitted', async () => {
    await start();
    const next = randomBytes(32);
    const env = { ENCRYPTION_KEY: next.toString('base64') };

    await replaceEncryptionKey(shell(env));

    expect(told).toContain('admit-operator --all');
    const accounts = new Accounts(next);
    const em = () => api.services.platform.database.orm.em.fork();
    await expect(start(api.dataDir, accounts.codes)).resolves.toBeUndefined();
    await expect(accounts.find(em(), ada.operatorId)).rejects.toThrow('changed in the database');
    await admitOperator(shell(env), null);
    expect(await accounts.find(em(), ada.operatorId)).toMatchObject({ roles: ['ADMIN'] });
  });
});
