import { expect, onTestFinished, test } from 'vitest';
import { VERSION } from '../../src/platform/program/version.ts';
import { imprimatur } from '../support/command.ts';
import { cloneDatabase } from '../support/database.ts';
import { of, reported, SECRETS } from './doctor.ts';

test('an older release refuses a newer schema by name: start, worker, migrate, other commands and the doctor', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const name = '20991231000000-from-the-future-migration';
  await database.query('insert into mikro_orm_migrations (name) values ($1)', [name]);
  await database.query(`insert into schema_release (migration, release) values ($1, '99.2.0')`, [name]);
  const env = { ...SECRETS, DATABASE_URL: database.url };
  const sentence = `The database was upgraded by Imprimatur 99.2.0, which this release (${VERSION}) can't use. Start that release or newer, or restore a backup from before the upgrade.`;

  for (const args of [['start'], ['start', '--no-worker'], ['worker'], ['migrate'], ['partner-token', 'Agency']]) {
    const { code, stdout, stderr } = await imprimatur(args, env);

    expect({ code, stdout }, args.join(' ')).toEqual({ code: 78, stdout: '' });
    expect(stderr.trim().split('\n').at(-1)).toBe(sentence);
  }
  const doctor = await imprimatur(['doctor', '--json'], env);
  expect(doctor.code).toBe(1);
  const [schema] = of(reported(doctor).findings, 'schema');
  expect(schema?.verdict).toBe('FAIL');
  expect(`${schema?.detail}. ${schema?.advice}.`).toBe(sentence);
  expect(await database.query('select from partner')).toEqual([]);
});
