import { randomBytes } from 'node:crypto';
import { expect, inject, onTestFinished, test } from 'vitest';
import { imprimatur } from '../support/command.ts';
import { asSuperuser } from '../support/database.ts';
import { of, reported, SECRETS } from './doctor.ts';

test('a database in another encoding ends start, worker and migrate with 78, and the doctor reports it', async () => {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = Object.assign(new URL(inject('templateUrl')), { pathname: `/${name}` });
  await asSuperuser(
    `create database ${name} owner ${url.username} template template0
     encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
  );
  onTestFinished(() => asSuperuser(`drop database if exists ${name} with (force)`));
  const env = { ...SECRETS, DATABASE_URL: url.toString() };

  for (const command of ['start', 'worker', 'migrate']) {
    const { code, stdout, stderr } = await imprimatur([command], env);
    expect({ code, stdout }, `${command}: ${stderr}`).toEqual({ code: 78, stdout: '' });
    expect(stderr).toContain(`DATABASE_URL: The database ${name} has the encoding SQL_ASCII`);
  }
  const doctor = await imprimatur(['doctor', '--json'], env);
  expect(doctor.code).toBe(1);
  const findings = of(reported(doctor).findings, 'database').filter(({ verdict }) => verdict !== 'WARN');
  expect(findings).toEqual([
    expect.objectContaining({ verdict: 'OK', detail: expect.stringContaining(`${name} at 127.0.0.1, port `) }),
    expect.objectContaining({ verdict: 'FAIL', detail: expect.stringContaining('encoding SQL_ASCII') }),
  ]);
});
