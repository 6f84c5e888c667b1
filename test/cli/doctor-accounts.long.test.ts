import { randomBytes } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { imprimatur } from '../support/command.ts';
import { asSuperuser, cloneDatabase } from '../support/database.ts';
import { of, reported, SECRETS, type Seen } from './doctor.ts';

async function cloned() {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const doctor = async (env: Record<string, string>): Promise<{ code: number | null; findings: Seen[] }> => {
    const seen = await imprimatur(['doctor', '--json'], { ...SECRETS, ...env });
    return { code: seen.code, findings: reported(seen).findings };
  };
  const both = { DATABASE_URL: database.serviceUrl, DATABASE_OWNER_URL: database.url };
  return { database, both, doctor, service: new URL(database.serviceUrl).username };
}

const as = (url: string, account: string) => Object.assign(new URL(url), { username: account }).toString();

test('the account that serves lacks privileges: they are named, without the owner’s password', async () => {
  const { database, doctor, service } = await cloned();
  const env = { DATABASE_URL: database.serviceUrl };
  const before = await doctor(env);
  await database.query(`revoke update on asset from ${service}; revoke delete on pgboss.job from ${service}`);

  const { code, findings } = await doctor(env);

  expect(of(before.findings, 'database account')).toMatchObject([{ verdict: 'OK' }]);
  expect(code).toBe(1);
  expect(of(findings, 'database account')).toMatchObject([
    {
      verdict: 'FAIL',
      detail: `the database account ${service} of the service lacks privileges: DELETE on pgboss.job, UPDATE on asset`,
      advice: expect.stringContaining('Run imprimatur migrate'),
    },
  ]);
});

test('the account that serves has privileges that it doesn’t need, and migrate takes them away', async () => {
  const { database, both, doctor, service } = await cloned();
  await database.query(`grant delete on chain_entry to ${service}`);

  const alone = await doctor({ DATABASE_URL: database.serviceUrl });
  const withOwner = await doctor(both);
  expect(await imprimatur(['migrate'], { ...SECRETS, ...both })).toMatchObject({ code: 0 });
  const after = await doctor(both);

  expect(alone.code).toBe(0);
  expect(of(alone.findings, 'database account')).toMatchObject([
    { verdict: 'WARN', detail: expect.stringContaining("has privileges it doesn't need: DELETE on chain_entry") },
  ]);
  expect(of(withOwner.findings, 'database account')).toMatchObject([
    { verdict: 'WARN', advice: expect.stringContaining('Run imprimatur migrate') },
  ]);
  expect(of(after.findings, 'database account')).toMatchObject([{ verdict: 'OK' }]);
});

test('an account that serves and owns the tables, or is a superuser, is named', async () => {
  const { database, doctor } = await cloned();
  const superuserUrl = Object.assign(new URL(inject('superuserUrl')), { pathname: new URL(database.url).pathname });

  const owner = await doctor({ DATABASE_URL: database.url });
  const superuser = await doctor({ DATABASE_URL: superuserUrl.toString() });
  const superuserBeside = await doctor({ DATABASE_URL: superuserUrl.toString(), DATABASE_OWNER_URL: database.url });

  expect(of(owner.findings, 'database account')).toMatchObject([
    {
      verdict: 'WARN',
      detail: expect.stringContaining('owns its tables'),
      advice: expect.stringContaining('separate'),
    },
  ]);
  expect(of(superuser.findings, 'database account')).toMatchObject([
    { verdict: 'WARN', detail: expect.stringContaining('is a superuser') },
  ]);
  expect(superuserBeside.code).toBe(1);
  expect(of(superuserBeside.findings, 'database account')).toMatchObject([
    { verdict: 'FAIL', detail: expect.stringContaining('is a superuser') },
  ]);
});

test('an account in DATABASE_OWNER_URL that doesn’t own the tables is named', async () => {
  const { database, both, doctor } = await cloned();
  const name = `stranger_${randomBytes(4).toString('hex')}`;
  await asSuperuser(`create role ${name} login password '${new URL(database.url).password}'`);
  onTestFinished(() => asSuperuser(`drop owned by ${name}; drop role ${name}`, inject('superuserUrl')).catch(() => {}));

  const { code, findings } = await doctor({ ...both, DATABASE_OWNER_URL: as(database.url, name) });

  expect(code).toBe(1);
  expect(of(findings, 'database').filter(({ verdict }) => verdict === 'FAIL')).toContainEqual(
    expect.objectContaining({
      detail: 'the account of DATABASE_OWNER_URL may not read the tables of the service',
      advice: 'Name the account that owns them',
    }),
  );
});

test('pending migrations are counted, with what runs them', async () => {
  const { database, both, doctor } = await cloned();
  await database.query('delete from mikro_orm_migrations where id = (select max(id) from mikro_orm_migrations)');

  const { code, findings } = await doctor(both);

  expect(code).toBe(0);
  expect(of(findings, 'schema')).toMatchObject([
    {
      verdict: 'WARN',
      detail: 'pending migrations of this version: 1',
      advice: expect.stringContaining('imprimatur migrate'),
    },
  ]);
});
