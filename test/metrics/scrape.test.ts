import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { commitLabel, RELEASE } from '../../src/platform/program/release.ts';
import { type Api, type Credential, startApi } from '../support/api.ts';
import { type Scraped, scrape, total } from '../support/prometheus.ts';
import { statementsOf } from '../support/statements.ts';

const METRICS_TOKEN = 'what-prometheus-shows-to-us';
const LIST = 'query Mine { assets(first: 2) { nodes { id } } }';

let api: Api;
beforeAll(async () => {
  api = await startApi({ env: { METRICS_TOKEN }, compileAfter: 3 });
});
afterAll(() => api.stop());

/** By how much what is counted rises while something is done. */
async function risesBy(name: string, labels: Record<string, string>, work: () => Promise<unknown>): Promise<number> {
  const before = total(await scrape(api), name, labels);
  await work();
  return total(await scrape(api), name, labels) - before;
}

const OPERATIONS = 'imprimatur_graphql_operation_duration_seconds_count';
const REQUESTS = 'http_server_request_duration_seconds_count';

describe('who may read it', () => {
  test('an operator, and whoever shows the scrape token, get Prometheus text', async () => {
    for (const as of ['operator', { bearer: METRICS_TOKEN }] satisfies Credential[]) {
      const response = await api.fetch('/metrics', { as });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  test.each([
    ['a stranger', undefined, 401],
    ['a wrong token', { bearer: `${METRICS_TOKEN}x` }, 401],
    ['an integration', 'integration', 403],
  ] as const)('%s is told that and nothing else', async (_who, as, status) => {
    const answer = await api.json('/metrics', { as });

    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(JSON.stringify(answer.body)).not.toMatch(/http_server|imprimatur_/);
  });

  test('the scrape token opens nothing else', async () => {
    const { errors } = await api.graphql(LIST, { as: { bearer: METRICS_TOKEN } });

    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});

test('the release and the commit that run are named', async () => {
  const { samples } = (await scrape(api)).get('imprimatur_build_info')!;

  expect(samples).toEqual([
    {
      name: 'imprimatur_build_info',
      labels: { version: RELEASE.version, commit: commitLabel(RELEASE) },
      value: 1,
    },
  ]);
});

describe('what is counted', () => {
  const other = { graphql_operation_name: 'other', graphql_operation_type: 'query' };

  test('operations, compiled and not, once each', async () => {
    const asked = () => api.graphql('{ assets(first: 3) { nodes { title } } }', { as: 'operator' });
    const ordinary = { ...other, imprimatur_graphql_compiled: 'false', imprimatur_outcome: 'answered' };
    const compiled = { ...ordinary, imprimatur_graphql_compiled: 'true' };

    expect(await risesBy(OPERATIONS, ordinary, async () => [await asked(), await asked()])).toBe(2);
    expect(await risesBy(OPERATIONS, compiled, async () => [await asked(), await asked(), await asked()])).toBe(3);
    expect(await risesBy(OPERATIONS, ordinary, asked)).toBe(0);
  });

  test('operations behind REST, by the name they are stored under', async () => {
    const labels = { graphql_operation_name: 'Health', imprimatur_graphql_compiled: 'false' };
    const route = { http_route: '/api/health/architecture', http_response_status_code: '200' };
    const health = () => api.json('/api/health/architecture');

    expect(await risesBy(OPERATIONS, labels, health)).toBe(1);
    expect(await risesBy(REQUESTS, route, health)).toBe(1);
  });

  test('REST answered by a compiled read', async () => {
    const list = () => api.json('/api/admin/image-bank?limit=1', { as: 'operator' });
    for (let times = 0; times < 3; times++) await list();

    const labels = { graphql_operation_name: 'ListAssets', imprimatur_graphql_compiled: 'true' };
    expect(await risesBy(OPERATIONS, labels, list)).toBe(1);
  });

  test.each([
    ['a guard', '{ assets(first: 1) { nodes { id } } }', undefined, 'UNAUTHENTICATED'],
    ['the schema', '{ nothingOfTheKind }', undefined, 'GRAPHQL_VALIDATION_FAILED'],
    ['the grammar', '{', undefined, 'GRAPHQL_PARSE_FAILED'],
    ['an argument', '{ assets(first: 1000) { nodes { id } } }', 'operator', 'BAD_USER_INPUT'],
    ['the guard of a mutation', 'mutation { createAsset(input: {}) { __typename } }', undefined, 'UNAUTHENTICATED'],
    ['a service', 'mutation { pickAsset(input: { tags: ["absent"] }) { __typename } }', undefined, 'NO_MATCH'],
  ] as const)('what %s refuses', async (_what, query, as, error_type) => {
    const labels = { graphql_operation_name: 'other', imprimatur_outcome: 'refused', error_type };

    expect(await risesBy(OPERATIONS, labels, () => api.graphql(query, { as }))).toBe(1);
  });

  test('what fails by our own fault', async () => {
    const { asset } = await api.render({ seed: 5 });
    const picture = await api.fetch(new URL(asset.url).pathname);
    const imageBase64 = Buffer.from(await picture.arrayBuffer()).toString('base64');
    const query = `mutation { createAsset(input: { imageBase64: "${imageBase64}" }) { __typename } }`;
    const put = vi.spyOn(api.services.platform.store, 'put').mockRejectedValue(new Error('out of order'));
    onTestFinished(() => put.mockRestore());

    const labels = { imprimatur_outcome: 'failed', error_type: 'INTERNAL_SERVER_ERROR' };
    expect(await risesBy(OPERATIONS, labels, () => api.graphql(query, { as: 'operator' }))).toBe(1);
  });

  test('requests by their route and status, also where there is none', async () => {
    expect(await risesBy(REQUESTS, { http_route: '/livez' }, () => api.fetch('/livez'))).toBe(1);
    expect(await risesBy(REQUESTS, { http_response_status_code: '404' }, () => api.fetch('/no/such/path'))).toBe(1);
    const head = { http_route: '/graphql', http_request_method: 'HEAD' };
    expect(await risesBy(REQUESTS, head, () => api.fetch('/graphql?query={__typename}', { method: 'HEAD' }))).toBe(1);
  });

  test('the statements of a request, by its route: a list that is compiled takes one, and one for its total', async () => {
    const list = () => api.graphql('{ assets(first: 4) { nodes { title } } }', { as: 'operator' });
    const rest = () => api.json('/api/admin/image-bank?limit=2', { as: 'operator' });
    for (let times = 0; times < 3; times++) await Promise.all([list(), rest()]);

    expect((await statementsOf(api, '/graphql', list)).statements).toBe(1);
    expect((await statementsOf(api, '/api/admin/image-bank', rest)).statements).toBe(2);
    expect((await statementsOf(api, '/livez', () => api.fetch('/livez'))).statements).toBe(0);
  });

  test('streams are open or not, and no request that takes its time', async () => {
    const render = await api.json('/api/integrations/cinema/render', {
      as: 'integration',
      body: { prompt: 'calm sea', width: 256, height: 256 },
    });
    const query = `subscription { renderProgress(id: "${render.body.render.id}") { status } }`;
    const rise = await risesBy(REQUESTS, { http_route: '/graphql/stream' }, async () => {
      const stream = await api.fetch(`/graphql/stream?query=${encodeURIComponent(query)}`, { as: 'integration' });
      expect(await stream.text()).toContain('SUCCEEDED');
    });

    expect(rise).toBe(0);
  });

  test('jobs, by name and outcome', async () => {
    const labels = { imprimatur_job_name: 'render', imprimatur_outcome: 'done' };

    expect(await risesBy('imprimatur_job_duration_seconds_count', labels, () => api.render({ seed: 77 }))).toBe(1);
  });
});

test('no label holds what only one caller or one thing has', async () => {
  const { render, asset } = await api.render({ seed: 123 });
  const { body } = await api.json('/api/legal/provenance-seal', {
    body: { artifact_text: 'The offer stands.', disclaimer_ack: true },
  });
  await api.json(`/api/integrations/cinema/render/${render.id}`, { as: 'integration' });
  await api.fetch(`/v/${body.seal.id}`);
  await api.fetch(new URL(asset.url).pathname);
  await api.fetch('/api/media-desk/imgp_not-a-token/bank');
  await api.fetch('/no/such/path-of-mine?secret=1', { headers: { 'x-request-id': 'caller-42' } });
  await api.graphql('query WhatACallerWrote { health { ok } }');
  await api.fetch('/livez', { method: 'PROPFIND' });

  const words = wordsOf(await scrape(api));

  expect(words).toContain('GetRender');
  expect(words).toContain('/v/:sealId');
  expect(words).toContain('_OTHER');
  for (const word of words) {
    expect(word).not.toMatch(
      /(ast|rnd|seal|prt|ptk|evt)_[0-9a-z]{8}|[0-9a-f]{16}|127\.0\.0\.1|imgp_|mine|caller|secret|WhatA/i,
    );
  }
  // Routes, operations, jobs and codes: a few dozen each, however long it runs.
  expect(new Set(words).size).toBeLessThan(150);
});

/** All that stands in a label, but for the bounds of buckets. */
function wordsOf(scraped: Scraped): string[] {
  return [...scraped.values()].flatMap(({ samples }) =>
    samples.flatMap(({ labels: { le: _, ...labels } }) => Object.values(labels)),
  );
}
