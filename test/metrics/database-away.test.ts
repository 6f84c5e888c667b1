import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';
import { cloneDatabase } from '../support/database.ts';
import { scrape, total } from '../support/prometheus.ts';
import { TcpGate } from '../support/tcp-gate.ts';

const METRICS_TOKEN = 'what-prometheus-shows-to-us';
/** What only the database knows. */
const IN_DATABASE = ['imprimatur_outbox_waiting', 'imprimatur_job_waiting', 'imprimatur_render_under_way'];

test('a database that hangs, and one that is gone, leave /metrics quick and without what only they know', async () => {
  const database = await cloneDatabase();
  await using gate = await TcpGate.before(database.serviceUrl);
  await gate.open();
  const api = await startApi({ database: { ...database, serviceUrl: gate.url }, env: { METRICS_TOKEN } });
  const quickly = async () => {
    const begin = performance.now();
    const scraped = await scrape(api, { bearer: METRICS_TOKEN });
    // A second for what hangs; the rest is for a busy machine. The database's own limits are 15 seconds and more.
    expect(performance.now() - begin).toBeLessThan(12_000);
    return scraped;
  };
  const known = async () => [...(await quickly()).keys()].filter((name) => IN_DATABASE.includes(name));
  expect(await known()).toHaveLength(IN_DATABASE.length);

  gate.freeze();
  await expect.poll(known).toEqual([]);
  const scraped = await quickly();
  expect(total(scraped, 'http_server_request_duration_seconds_count', { http_route: '/metrics' })).toBeGreaterThan(0);
  expect(total(scraped, 'db_client_connection_max')).toBe(api.services.platform.config.databasePoolSize);

  gate.cut();
  expect(await known()).toEqual([]);

  await gate.open();
  await expect.poll(known).toHaveLength(IN_DATABASE.length);
  await api.stop();
  await database.drop();
});
