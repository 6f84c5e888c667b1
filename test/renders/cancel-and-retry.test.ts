import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { settled } from '../rest/support.ts';
import { agentOf } from '../support/agents.ts';
import { type Api, type Credential, type Json, startApi } from '../support/api.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { signedIn } from '../support/people.ts';
import { drawing, ImageServer } from './image-server.ts';

let server: ImageServer;
let api: Api;
/** The same without anybody who draws. */
let idle: Api;
beforeAll(async () => {
  server = await ImageServer.start();
  api = await startApi({ env: { OPENAI_API_KEY: 'sk-of-the-house-0123456789', OPENAI_BASE_URL: server.url } });
  idle = await startApi({ works: false });
});
afterAll(async () => {
  await Promise.all([api.stop(), idle.stop()]);
  await server.stop();
});
beforeEach(() => {
  server.answer = drawing(300, 300);
});

const BRIEF = { prompt: 'calm sea at dawn', width: 256, height: 256, seed: 7, saveToBank: true, tags: ['mine'] };
const RENDER = 'render { id status version attempts seed prompt retryOfId asset { id } }';
const PROBLEMS = '... on Problem { code message } ... on RenderStatusConflict { status }';

async function request(on: Api, brief: object = {}): Promise<string> {
  const { status, body } = await on.json('/api/integrations/cinema/render', {
    as: 'integration',
    headers: { prefer: 'respond-async' },
    body: { ...BRIEF, ...brief },
  });
  expect(status).toBe(202);
  return body.render.id;
}

async function change(on: Api, name: 'cancelRender' | 'retryRender', id: string, as: Credential = 'integration') {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input!`;
  const payload =
    name === 'cancelRender' ? `CanceledRender { isChanged ${RENDER} }` : `RetriedRender { isNew ${RENDER} }`;
  const { data, errors } = await on.graphql(
    `mutation ($input: ${type}) { ${name}(input: $input) { __typename ... on ${payload} ${PROBLEMS} } }`,
    { variables: { input: { renderId: id } }, as },
  );
  return (data?.[name] ?? { errors }) as Json;
}

async function renderOf(on: Api, id: string): Promise<Json> {
  const { data } = await on.graphql(`query ($id: ID!) { ${RENDER.replace('render', 'render(id: $id)')} }`, {
    variables: { id },
    as: 'operator',
  });
  return data.render;
}

describe('a render that nobody wants any more', () => {
  test('is canceled once, and drawn by nobody', async () => {
    const id = await request(idle);

    const answers = await Promise.all(Array.from({ length: 6 }, () => change(idle, 'cancelRender', id)));

    expect(answers.filter(({ isChanged }) => isChanged)).toHaveLength(1);
    for (const { render } of answers) expect(render).toMatchObject({ status: 'CANCELED', version: 2, attempts: 0 });
    const entries = await idle.database.query(
      `select changes from audit_entry where action = 'cancelRender' and $1 = any(subject_ids) and changes is not null`,
      [id],
    );
    expect(entries).toEqual([{ changes: [{ subjectId: id, field: 'status', before: 'QUEUED', after: 'CANCELED' }] }]);
  });

  test('is let go of by the model that draws it, and by the worker, which does not try again', async () => {
    let closed = false;
    const asked = server.asked.length;
    server.answer = (res) => void res.on('close', () => (closed = true));
    const id = await request(api, { prompt: 'A red fox asleep on a velvet sofa' });
    await vi.waitFor(() => expect(server.asked.length).toBeGreaterThan(asked), { timeout: PATIENCE_MS });

    expect(await change(api, 'cancelRender', id)).toMatchObject({ isChanged: true, render: { status: 'CANCELED' } });

    await vi.waitFor(() => expect(closed).toBe(true), { timeout: PATIENCE_MS });
    await settled(api);
    expect(await renderOf(api, id)).toMatchObject({ status: 'CANCELED', attempts: 1, asset: null });
  });

  test('that ends at the same moment has a picture or is canceled, and never both', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, (_, n) => request(api, { seed: 100 + n })));

    await Promise.all(
      ids.map(async (id, n) => {
        // Some before they begin, some in the middle, some when they are done.
        if (n % 3 > 0)
          await vi.waitFor(async () => expect((await renderOf(api, id)).version).toBeGreaterThan(n % 3), {
            timeout: PATIENCE_MS,
          });
        const answer = await change(api, 'cancelRender', id);
        const { status, asset } = await renderOf(api, id);
        if (answer.__typename === 'CanceledRender')
          expect({ status, asset }).toEqual({ status: 'CANCELED', asset: null });
        else expect(answer).toMatchObject({ __typename: 'RenderStatusConflict', status: 'SUCCEEDED' });
      }),
    );

    await settled(api);
    for (const id of ids) {
      const { status, asset } = await renderOf(api, id);
      expect(['CANCELED', 'SUCCEEDED']).toContain(status);
      expect(asset !== null).toBe(status === 'SUCCEEDED');
    }
  });

  test('is canceled by who has asked for it, or who manages all of them', async () => {
    const id = await request(idle);
    const { as: agent } = await agentOf(idle);
    const auditor = await signedIn(idle, { roles: ['AUDITOR'] });

    for (const as of [agent, auditor.as]) {
      expect(await change(idle, 'cancelRender', id, as)).toMatchObject({ __typename: 'NotFound' });
      expect(await change(idle, 'retryRender', id, as)).toMatchObject({ __typename: 'NotFound' });
    }
    expect(await change(idle, 'cancelRender', id, (await signedIn(idle, { roles: ['EDITOR'] })).as)).toMatchObject({
      isChanged: true,
    });
    expect(await change(idle, 'cancelRender', 'rnd_01m818k3xne7cr4w9e6scbkb5d')).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a render that brought no picture', () => {
  test('is tried again as another one of the same brief and seed, and only once', async () => {
    const id = await request(idle);
    expect(await change(idle, 'retryRender', id)).toMatchObject({
      __typename: 'RenderStatusConflict',
      status: 'QUEUED',
    });
    await change(idle, 'cancelRender', id);

    const answers = await Promise.all(Array.from({ length: 6 }, () => change(idle, 'retryRender', id)));

    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    const retries = new Set(answers.map(({ render }) => render.id));
    expect(retries.size).toBe(1);
    const [again] = [...retries];
    expect(again).not.toBe(id);
    expect(await renderOf(idle, again)).toMatchObject({
      status: 'QUEUED',
      version: 1,
      attempts: 0,
      seed: 7,
      prompt: BRIEF.prompt,
      retryOfId: id,
    });
    // What has ended stays as it ended.
    expect(await renderOf(idle, id)).toMatchObject({ status: 'CANCELED', version: 2 });
    const [jobs] = await idle.database.query<{ count: number }>(
      `select count(*)::int as count from pgboss.job where name = 'render' and data ->> 'renderId' = $1`,
      [again],
    );
    expect(jobs!.count).toBe(1);
  });

  test('gives, with the engine, the very picture that the first would have given', async () => {
    const expected = await api.render({ ...BRIEF, seed: 41, saveToBank: false });
    const failed = await request(api, { seed: 41, saveToBank: false, prompt: 'calm sea at dawn' });
    await settled(api);
    await api.database.query(`update render set status = 'FAILED', failure_reason = 'WORKER_LOST' where id = $1`, [
      failed,
    ]);

    const { render, isNew } = await change(api, 'retryRender', failed);
    await settled(api);

    expect(isNew).toBe(true);
    const [row] = await api.database.query('select status, sha256 from render where id = $1', [render.id]);
    expect(row).toEqual({ status: 'SUCCEEDED', sha256: expected.render.image.sha256 });
  });

  test.each([
    ['SUCCEEDED', 'another seed'],
    ['BLOCKED', 'another brief'],
    ['RUNNING', 'cancel it first'],
  ])('is not tried again where it is %s', async (status, advice) => {
    const id = await request(idle);
    await idle.database.query('update render set status = $2 where id = $1', [id, status]);

    expect(await change(idle, 'retryRender', id)).toMatchObject({
      __typename: 'RenderStatusConflict',
      code: 'CONFLICT',
      status,
      message: expect.stringContaining(advice),
    });
    if (status !== 'RUNNING') {
      expect(await change(idle, 'cancelRender', id)).toMatchObject({ __typename: 'RenderStatusConflict', status });
    }
  });
});
