import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { type Scraped, scrape, total } from '../support/prometheus.ts';

let api: Api;
let scraped: Scraped;
beforeAll(async () => {
  api = await startApi();
  const { body } = await api.json('/api/legal/provenance-seal', {
    body: { artifact_text: 'The offer stands.', disclaimer_ack: true },
  });
  expect(body.ok).toBe(true);
  // The folder for pictures is made when it is first used.
  await api.json('/api/health/architecture');
  scraped = await scrape(api);
});
afterAll(() => api.stop());

test('the pool: used, idle, waited for, and how many there may be', () => {
  const used = total(scraped, 'db_client_connection_count', { db_client_connection_state: 'used' });
  const idle = total(scraped, 'db_client_connection_count', { db_client_connection_state: 'idle' });

  expect(total(scraped, 'db_client_connection_max')).toBe(api.services.platform.config.databasePoolSize);
  expect(used + idle).toBeGreaterThan(0);
  expect(used + idle).toBeLessThanOrEqual(api.services.platform.config.databasePoolSize);
  expect(total(scraped, 'db_client_connection_pending_requests')).toBe(0);
});

test('the log: its entries, what no checkpoint covers, and the age of the last one', () => {
  // Its first entry says what it is.
  expect(total(scraped, 'imprimatur_log_size')).toBe(2);
  expect(total(scraped, 'imprimatur_log_unpublished')).toBe(0);
  expect(total(scraped, 'imprimatur_log_checkpoint_age_seconds')).toBeGreaterThanOrEqual(0);
});

test('the outbox, jobs, renders, streams, watchers and the room for pictures', () => {
  for (const name of [
    'imprimatur_outbox_waiting',
    'imprimatur_outbox_lag_seconds',
    'imprimatur_job_waiting',
    'imprimatur_job_deferred',
    'imprimatur_render_under_way',
    'imprimatur_stream_open',
    'imprimatur_live_watchers',
    'imprimatur_storage_space_bytes',
    'nodejs_eventloop_utilization_ratio',
  ]) {
    expect(scraped.get(name)?.samples.length, name).toBeGreaterThan(0);
  }
  expect(total(scraped, 'imprimatur_storage_space_bytes', { imprimatur_storage_state: 'free' })).toBeGreaterThan(0);
  expect(scraped.get('target_info')?.samples[0]?.labels).toMatchObject({ service_name: 'imprimatur' });
});

test('who collects often does not ask the database more often', async () => {
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  const about: string[] = [];
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const text = typeof args[0] === 'string' ? args[0] : ((args[0] as { text?: string })?.text ?? '');
    if (/log_state|min\(occurred_at\)|from render where/.test(text)) about.push(text);
    return query.apply(this, args) as never;
  });
  onTestFinished(() => spy.mockRestore());

  const begin = performance.now();
  for (let times = 0; times < 10; times++) await scrape(api);

  // Three questions for each round, one round for each five seconds that this has taken.
  expect(about.length).toBeLessThanOrEqual(3 * (1 + Math.ceil((performance.now() - begin) / 5_000)));
});
