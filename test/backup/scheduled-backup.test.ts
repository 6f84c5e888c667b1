import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { cloneDatabase } from '../support/database.ts';
import { until } from '../support/service-process.ts';
import { backupFolder } from './support.ts';

/** Names of the complete backups. */
function manifests(place: string): string[] {
  const folder = path.join(place, 'backups');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => existsSync(path.join(folder, name, 'manifest.json')));
}

/** Entry of the health report about backups. */
async function statusOf(api: Awaited<ReturnType<typeof startApi>>): Promise<string | undefined> {
  const { body } = await api.json('/api/health/architecture');
  return body.connections.find(({ name }: { name: string }) => name === 'backup')?.status;
}

test('of several processes, one backs up when a backup is due, and old ones are deleted', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const place = backupFolder();
  const env = { BACKUP_TO: place, BACKUP_EVERY: '1h', BACKUP_KEEP: '1' };
  const start = () => startApi({ database, works: true, env });

  const [api, other] = await Promise.all([start(), start()]);
  await until(() => manifests(place).length > 0);
  const [first] = manifests(place);
  await until(async () => (await statusOf(api)) === 'pass');
  await Promise.all([api.stop(), other.stop()]);
  await database.query(`update backup_run set ended_at = ended_at - interval '1 hour'`);
  const later = await start();
  await until(() => manifests(place).length === 1 && manifests(place)[0] !== first);

  expect(await statusOf(later)).toBe('pass');
  expect((await database.query('select failure from backup_run')).every(({ failure }) => failure === null)).toBe(true);
});

test('backups that are old or fail are warned of in the health report and the metrics', async () => {
  const database = await cloneDatabase();
  onTestFinished(() => database.drop());
  const api = await startApi({ database, works: true, env: { BACKUP_TO: '/dev/null/backups', BACKUP_EVERY: '1h' } });

  await until(async () => (await statusOf(api)) === 'warn');
  const [{ failure } = { failure: null }] = await database.query('select failure from backup_run');
  await database.query(`insert into backup_run (name, duration_ms) values ('2026-11-30T00-00-00Z-000000', 1)`);
  await until(async () => (await statusOf(api)) === 'pass');
  await database.query(`update backup_run set ended_at = now() - interval '3 hours' where failure is null`);
  await until(async () => (await statusOf(api)) === 'warn');

  expect(failure).toMatch(/^\/dev\/null\/backups can’t be used: /);
});
