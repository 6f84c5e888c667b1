import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Folder } from '../support/command.ts';
import { OtlpCollector, type SentSpan } from '../support/otlp-collector.ts';
import { until } from '../support/service-process.ts';
import { QUICK, serviceWith } from './otlp.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const UNITS = {
  'http.server.request.duration': 's',
  'imprimatur.job.duration': 's',
  'imprimatur.log.size': '{entry}',
  'db.client.connection.count': '{connection}',
};

test('traces and metrics go out by OTLP, and a trace holds all that came of one request', async () => {
  await using collector = await OtlpCollector.listen();
  using folder = new Folder();
  writeFileSync(folder.file('headers'), 'x-tenant=ours\n');
  await using service = await serviceWith({
    ...QUICK,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS_FILE: folder.file('headers'),
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

  const isLogged = (line: string) => line.includes('"msg":"request"') && line.includes(`"trace_id":"${TRACE}"`);
  await until(() => service.stderr.split('\n').some(isLogged));

  // Of what was not sent yet when the stop begins, nothing is lost.
  await service.fetch('/openapi.json');
  service.kill('SIGTERM');
  expect(await service.exited).toEqual({ code: 0, signal: null });
  expect(collector.spans.some(({ name }) => name === 'GET /openapi.json')).toBe(true);
});
