import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LONGEST_CALL_MS } from '../../src/models/price.ts';
import { type Api, type Json, startApi } from '../support/api.ts';
import { drawing, giving, ImageServer, plainPicture, refusing } from './image-server.ts';

let server: ImageServer;
let api: Api;
beforeAll(async () => {
  server = await ImageServer.start();
  api = await startApi({ env: { OPENAI_API_KEY: 'sk-of-the-house-0123456789', OPENAI_BASE_URL: server.url } });
});
afterAll(async () => {
  await api.stop();
  await server.stop();
});
beforeEach(() => {
  server.asked.length = 0;
  server.answer = drawing();
});

const PROMPT = 'A red fox asleep on a velvet sofa';

async function ask(body: object = {}): Promise<{ status: number; body: Json }> {
  return api.json('/api/integrations/cinema/render', { as: 'integration', body: { prompt: PROMPT, ...body } });
}

const inGraph = async (id: string) =>
  (
    await api.graphql(
      `query ($id: ID!) { render(id: $id) {
         status provider model runId title note understood { scene { value } } ignoredTerms attempts expiresAt
         failure { reason message } file { width height sha256 } asset { id alt title tags } } }`,
      { as: 'integration', variables: { id } },
    )
  ).data.render;

const assets = async () => (await api.database.query<{ count: number }>('select count(*)::int as count from asset'))[0];

describe('a picture by a model', () => {
  test('is drawn, banked, and said to be by that model, whatever it shows', async () => {
    const { status, body } = await ask({ tags: ['Sofa set'], width: 512, height: 512 });

    expect(status).toBe(200);
    const { render, asset, ok } = body;
    expect(ok).toBe(true);
    expect(render).toMatchObject({
      status: 'SUCCEEDED',
      provider: expect.stringMatching(/^openai\/gpt-image/),
      title: `Asked for: ${PROMPT}`,
      understood: null,
      ignoredTerms: [],
      failure: null,
      // As it is, and not as it was asked for.
      image: { width: 1024, height: 1024, mediaType: 'image/png' },
    });
    expect(render.note).toMatch(
      /content of the picture is unchecked\. It has 1024 × 1024 pixels instead of the requested 512 × 512\.$/,
    );
    const model = render.provider.slice('openai/'.length);
    expect(asset).toMatchObject({
      title: `Asked for: ${PROMPT}`,
      alt: `Picture by ${model}, not described`,
      tags: ['Sofa set'],
      origin: 'RENDER',
      width: 1024,
      sealUrl: expect.any(String),
    });
    expect(server.asked).toHaveLength(1);
    expect(server.asked[0]).toMatchObject({ prompt: PROMPT, model });

    const { runId, ...known } = await inGraph(render.id);
    expect(known).toMatchObject({ provider: 'openai', model, attempts: 1, expiresAt: null });
    const [run] = await api.database.query<object>(
      'select kind, status, surface, requested_by, deployment from run where id = $1',
      [runId],
    );
    expect(run).toEqual({
      kind: 'IMAGE',
      status: 'SUCCEEDED',
      surface: 'RENDER',
      requested_by: 'integration:inbound',
      deployment: render.provider,
    });
  });

  test('keeps the title that was sent, and has its own size where it is in no bank', async () => {
    server.answer = drawing(640, 480);
    const { body } = await ask({ title: 'Fox', saveToBank: false, prompt: `${PROMPT}, unsaved` });

    expect(body.asset).toBeNull();
    expect(body.render).toMatchObject({ title: 'Fox', image: { width: 640, height: 480 } });
    expect((await api.fetch(new URL(body.render.image.url).pathname)).status).toBe(200);
  });

  test('is sealed as one', async () => {
    server.answer = drawing(300, 300);
    const { body } = await ask({ prompt: `${PROMPT}, sealed` });
    const bundle = await (await api.fetch(`${new URL(body.asset.sealUrl).pathname}/seal.sigstore.json`)).json();
    const { predicate } = JSON.parse(Buffer.from((bundle as Json).dsseEnvelope.payload, 'base64').toString());

    expect(predicate).toMatchObject({
      digitalSourceType: expect.stringMatching(/\/trainedAlgorithmicMedia$/),
      aiGenerated: true,
      producer: { kind: 'model', model: body.render.provider, runId: (await inGraph(body.render.id)).runId },
    });
  });

  test('may take as long as a catalogue may give a task, before its job counts as lost', async () => {
    const [queue] = await api.database.query<{ seconds: number }>(
      `select expire_seconds as seconds from pgboss.queue where name = 'render'`,
    );

    expect(queue!.seconds * 1_000).toBeGreaterThan(LONGEST_CALL_MS);
  });

  test('is not refused for what the engine cannot draw, since that would not draw it', async () => {
    server.answer = drawing(310, 310);
    const { status, body } = await ask({ strict: true, prompt: 'A bicycle' });

    expect(status).toBe(200);
    expect(body.render.status).toBe('SUCCEEDED');
  });
});

type Case = [name: string, answer: ImageServer['answer'], status: string, reason: string];

async function isTold(...[name, answer, status, reason]: Case): Promise<void> {
  server.answer = answer;
  const before = await assets();
  const { status: httpStatus, body } = await ask({ prompt: `${PROMPT} ${name}` });

  expect(httpStatus).toBe(200);
  expect(body).toMatchObject({ ok: false, asset: null, render: { status, image: null, failure: { reason } } });
  expect(body.render.failure.message).toMatch(/^[A-Z].*\.$/);
  expect(JSON.stringify(body)).not.toMatch(/safety system|not active|sorry/);
  expect(await assets()).toEqual(before);
  // What is final is not begun again by the job.
  expect(await inGraph(body.render.id)).toMatchObject({ attempts: 1, runId: null, model: null });
}

const PNG = await plainPicture(256, 256);
const MODERATED = { message: 'Your request was rejected by the safety system.', type: 'image_generation_user_error' };

describe('what a provider does in the place of drawing', () => {
  test.each<Case>([
    [
      'will not draw it',
      refusing(400, { ...MODERATED, code: 'moderation_blocked', param: null }),
      'BLOCKED',
      'CONTENT_REFUSED',
    ],
    [
      'will not draw it, in older words',
      refusing(400, { ...MODERATED, code: 'content_policy_violation', type: 'invalid_request_error' }),
      'BLOCKED',
      'CONTENT_REFUSED',
    ],
    ['gives no picture', giving([]), 'FAILED', 'PROVIDER_ANSWER_UNUSABLE'],
    [
      'gives what is no picture',
      giving([{ b64_json: Buffer.from('<html>sorry</html>').toString('base64') }]),
      'FAILED',
      'PROVIDER_ANSWER_UNUSABLE',
    ],
    [
      'gives half a picture',
      giving([{ b64_json: PNG.subarray(0, PNG.length - 30).toString('base64') }]),
      'FAILED',
      'PROVIDER_ANSWER_UNUSABLE',
    ],
    [
      'is cut off in the middle',
      (res) => {
        res.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
        res.write('{"created":1,"data":[{"b64_json":"iVBORw0K');
        setTimeout(() => res.destroy(), 20);
      },
      'FAILED',
      'PROVIDER_ANSWER_UNUSABLE',
    ],
  ])('%s: told, and nothing in the bank', isTold);

  test('takes long: the caller gets a place to ask, and later the picture', async () => {
    let draw = () => {};
    const held = new Promise<void>((resolve) => {
      draw = resolve;
    });
    server.answer = async (res, body) => {
      await held;
      await drawing(320, 320)(res, body);
    };
    const { status, body } = await api.json('/api/integrations/cinema/render', {
      as: 'integration',
      headers: { prefer: 'wait=1' },
      body: { prompt: `${PROMPT}, slowly` },
    });
    expect(status).toBe(202);
    expect(body.render).toMatchObject({ status: 'RUNNING', provider: 'openai', title: `Asked for: ${PROMPT}, slowly` });

    draw();
    await expect
      .poll(async () => (await inGraph(body.render.id)).status, { timeout: 20_000, interval: 50 })
      .toBe('SUCCEEDED');
  });
});

// Lossy bytes change whenever they are normalized, so they show if a retry stores the picture of the run or another one.
test.each([
  ['png', 330],
  ['jpeg', 331],
] as const)('a paid %s isn’t drawn again, or changed, when the end of the render fails', async (format, width) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const picture = sharp({ create: { width, height: width, channels: 3, background: 'white', noise } });
  server.answer = giving([{ b64_json: (await picture.toFormat(format).toBuffer()).toString('base64') }]);
  // The first end fails; what was drawn is known by then.
  await api.database.query(`create function fail_once() returns trigger language plpgsql as $$
    begin
      if new.status = 'SUCCEEDED' and new.attempts = 1 and new.prompt like '%once' then raise exception 'not yet'; end if;
      return new;
    end $$`);
  await api.database.query(
    'create trigger fail_once before update on render for each row execute function fail_once()',
  );
  try {
    const { body } = await ask({ prompt: `${PROMPT} once` });

    expect(body.render).toMatchObject({ status: 'SUCCEEDED', image: { width } });
    const known = await inGraph(body.render.id);
    expect(known).toMatchObject({ attempts: 2, provider: 'openai', model: expect.any(String) });
    expect(server.asked).toHaveLength(1);
    expect(
      await api.database.query(`select status, output_sha256 as "sha256" from run where id = $1`, [known.runId]),
    ).toEqual([{ status: 'SUCCEEDED', sha256: known.file.sha256 }]);
  } finally {
    await api.database.query('drop function fail_once cascade');
  }
});

test('strangers get the engine’s picture, and no model is asked', async () => {
  const { data } = await api.graphql(
    `mutation { requestRender(input: { prompt: "calm sea", width: 256, height: 256, saveToBank: false, waitSeconds: 20 }) {
       ... on RequestedRender { render { status provider model file { width } } } } }`,
  );

  expect(data.requestRender.render).toEqual({
    status: 'SUCCEEDED',
    provider: 'embedded',
    model: null,
    file: { width: 256 },
  });
  expect(server.asked).toEqual([]);
});

// After the last of these tests the key is paused, and nothing is drawn.
describe('what an account is told', () => {
  test.each<Case>([
    [
      'has blocked the account',
      refusing(403, {
        message: 'Your account is not active.',
        type: 'billing_not_active',
        code: 'account_deactivated',
      }),
      'FAILED',
      'PROVIDER_REFUSED',
    ],
    ['does not know the key', refusing(401, { message: 'No.', code: 'invalid_api_key' }), 'FAILED', 'PROVIDER_REFUSED'],
  ])('that %s: told, and nothing in the bank', isTold);

  test('that its key is revoked: once a check of the key confirms it, before anything is drawn', async () => {
    server.refusesKey = true;
    const refused = refusing(401, { message: 'No.', code: 'invalid_api_key' });
    const drawnBy = async () => {
      server.answer = refused;
      const { body } = await ask({ prompt: `${PROMPT} again` });
      return body.render.provider;
    };
    await expect.poll(drawnBy).toBe('none');
    server.asked.length = 0;
    const { body } = await api.json('/api/integrations/cinema/render', {
      as: 'integration',
      headers: { prefer: 'respond-async' },
      body: { prompt: PROMPT },
    });

    expect(body.render).toMatchObject({ status: 'QUEUED', provider: 'none' });
    expect(server.asked).toEqual([]);
  });
});
