import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { cloneDatabase } from '../support/database.ts';
import { OtlpCollector, type SentSpan } from '../support/otlp-collector.ts';
import { type ServiceProcess, startService, until } from '../support/service-process.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const QUICK = { OTEL_BSP_SCHEDULE_DELAY: '100', OTEL_METRIC_EXPORT_INTERVAL: '500' };
const UNITS = {
  'http.server.request.duration': 's',
  'imprimatur.job.duration': 's',
  'imprimatur.log.size': '{entry}',
  'db.client.connection.count': '{connection}',
};
/** What is loaded only where something is sent. */
const SENDING = /@opentelemetry\/(exporter-.*-otlp|otlp-|sdk-trace|context-async-hooks|exporter-prometheus)/;

async function serviceWith(env: Record<string, string>): Promise<ServiceProcess> {
  const database = await cloneDatabase();
  const service = await startService({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'info', ...env } });
  return service.ready();
}

test('traces and metrics go out by OTLP, and a trace holds all that came of one request', async () => {
  await using collector = await OtlpCollector.listen();
  await using service = await serviceWith({
    ...QUICK,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=ours',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  });
  const ofTrace = () => collector.spans.filter(({ traceId }) => traceId === TRACE);
  const found = (name: string) => ofTrace().find((span) => span.name === name);

  const response = await service.fetch('/api/integrations/cinema/render', {
    method: 'POST',
    as: 'integration',
    headers: {
      'content-type': 'application/json',
      prefer: 'wait=20',
      traceparent: `00-${TRACE}-${PARENT}-01`,
    },
    body: JSON.stringify({ prompt: 'a secret brief', width: 256, height: 256 }),
  });
  const { render } = (await response.json()) as { render: { id: string } };
  await until(() => ['POST /api/integrations/cinema/render', 'job render'].every((name) => found(name)));
  // A batch may have been on its way when the request ended, and the picture is sealed after it was answered.
  await until(() => Object.keys(UNITS).every((name) => collector.metrics.has(name)));

  const request = found('POST /api/integrations/cinema/render') as SentSpan;
  expect(request).toMatchObject({
    parentSpanId: PARENT,
    isError: false,
    attributes: { 'http.route': '/api/integrations/cinema/render', 'http.response.status_code': 200 },
  });
  for (const name of ['mutation RequestRender', 'setting_digests', 'job render']) {
    expect(found(name)?.parentSpanId, name).toBe(request.spanId);
  }
  const told = JSON.stringify(collector.spans);
  for (const ours of ['secret brief', render.id, '127.0.0.1']) expect(told).not.toContain(ours);

  expect(Object.fromEntries(collector.metrics)).toMatchObject(UNITS);
  expect(collector.resource).toMatchObject({
    'service.name': 'imprimatur',
    'deployment.environment.name': 'test',
  });
  expect(collector.requests.every(({ headers }) => headers['x-tenant'] === 'ours')).toBe(true);

  const lines = service.stderr.split('\n').filter((line) => line.includes('"msg":"request"'));
  expect(lines.some((line) => line.includes(`"trace_id":"${TRACE}"`))).toBe(true);

  // Of what was not sent yet when the stop begins, nothing is lost.
  await service.fetch('/openapi.json');
  service.kill('SIGTERM');
  expect(await service.exited).toEqual({ code: 0, signal: null });
  expect(collector.spans.some(({ name }) => name === 'GET /openapi.json')).toBe(true);
});

test('a collector that never answers holds up no stop', async () => {
  await using collector = await OtlpCollector.listen({ isDeaf: true });
  await using service = await serviceWith({ ...QUICK, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  await service.fetch('/livez');
  await until(() => collector.requests.length > 0);

  const begin = performance.now();
  service.kill('SIGTERM');

  expect(await service.exited).toEqual({ code: 0, signal: null });
  // Two seconds for this, and the rest for a busy machine; left to itself it would wait for ten.
  expect(performance.now() - begin).toBeLessThan(9_000);
});

test.each([
  ['no endpoint', {}, false],
  ['an endpoint and nothing to send', { OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' }, false],
  ['an endpoint', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, true],
])('with %s, what sends is loaded or not', async (_what, env, isLoaded) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'imprimatur-modules-'));
  const noted = path.join(folder, 'modules');
  const endpoint = 'OTEL_TRACES_EXPORTER' in env && { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
  const noting = pathToFileURL(path.resolve(import.meta.dirname, 'fixtures/note-modules.ts')).href;
  await using service = await serviceWith({
    ...env,
    ...endpoint,
    NODE_OPTIONS: `--import=${noting}`,
    NOTED_MODULES: noted,
  });
  await service.json('/api/health/architecture');

  const modules = readFileSync(noted, 'utf8').split('\n');
  rmSync(folder, { recursive: true });
  expect(modules.some((url) => url.includes('@opentelemetry/sdk-metrics'))).toBe(true);
  expect(modules.some((url) => SENDING.test(url))).toBe(isLoaded);
});
