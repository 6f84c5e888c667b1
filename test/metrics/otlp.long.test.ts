import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { OtlpCollector } from '../support/otlp-collector.ts';
import { until } from '../support/service-process.ts';
import { QUICK, serviceWith } from './otlp.ts';

/** What is loaded only where something is sent. */
const SENDING = /@opentelemetry\/(exporter-.*-otlp|otlp-|sdk-trace|context-async-hooks|exporter-prometheus)/;

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

  const modules = readFileSync(noted, 'utf8').split('\n').flatMap(bundledIn);
  rmSync(folder, { recursive: true });
  expect(modules.some((url) => url.includes('@opentelemetry/sdk-metrics'))).toBe(true);
  expect(modules.some((url) => SENDING.test(url))).toBe(isLoaded);
});

/** Whatever a loaded file was made of, by its source map; a file without one is itself. */
function bundledIn(url: string): string[] {
  const map = url.startsWith('file:') && `${fileURLToPath(url)}.map`;
  return map && existsSync(map) ? JSON.parse(readFileSync(map, 'utf8')).sources : [url];
}
