import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { CalledProvider } from '../../src/providers/calls/packages.ts';
import type { ImageCall, ProviderFailure } from '../../src/providers/index.ts';
import { CANARY_KEY, CANARY_PROMPT, calling } from '../support/providers/calling.ts';
import { FakeProvider, type Reply } from '../support/providers/fake-provider.ts';
import {
  GOOGLE_REFUSALS,
  googleImages,
  imageCall,
  imageUrls,
  OPENAI_REFUSALS,
  openAiImages,
  PNG,
} from '../support/providers/image-protocols.ts';
import { json } from '../support/providers/protocols.ts';

type Setting = { isBaseUrlGiven?: boolean };

async function drawing(provider: CalledProvider, reply: FakeProvider['reply'], setting: Setting = {}) {
  const fake = await FakeProvider.start(reply);
  const { calls, ended, circuits } = calling(provider, fake, setting);
  return { fake, ended, circuits, draw: (more: Partial<ImageCall> = {}) => calls.draw(imageCall(provider, more)) };
}

async function failureOf(work: Promise<unknown>): Promise<ProviderFailure> {
  const failure = await work.then(
    () => null,
    (error) => error as ProviderFailure,
  );
  expect(failure, 'It was taken for a picture.').not.toBeNull();
  return failure!;
}

const VENDOR = { isBaseUrlGiven: false };

describe('a picture of OpenAI’s', () => {
  test('is asked for in the vendor’s form, and comes as bytes with what was counted', async () => {
    const { draw, fake, ended } = await drawing('openai', () => openAiImages([PNG, PNG]), VENDOR);

    const answer = await draw({ count: 2, seed: 7 });

    expect(answer.images.map(({ bytes }) => Buffer.from(bytes))).toEqual([PNG, PNG]);
    expect(answer.usage).toMatchObject({ images: 2, inputTokens: 13, outputTokens: 1_372, pixels: 1_048_576 });
    expect(answer.statusCode).toBe(200);
    expect(fake.asked).toMatchObject([
      {
        path: '/v1/images/generations',
        headers: { authorization: `Bearer ${CANARY_KEY}` },
        body: { model: 'gpt-image-draws', prompt: CANARY_PROMPT, n: 2, size: '1024x1024', quality: 'medium' },
      },
    ]);
    expect(fake.asked[0]!.body).not.toHaveProperty('seed');
    expect(ended).toEqual([null]);
  });

  test.each([
    ['moderationBlocked', 'CONTENT_FILTER', 'moderation_blocked (violence)'],
    ['contentPolicyViolation', 'CONTENT_FILTER', 'content_policy_violation'],
    ['accountBlocked', 'KEY_REFUSED', 'did not accept the key'],
    ['billingLimit', 'QUOTA', 'no money left'],
    ['badSize', 'INVALID_REQUEST', 'did not accept the request'],
  ] as const)('that is refused (%s) is %s, in words of ours and a code of theirs', async (refusal, kind, words) => {
    const { draw, fake } = await drawing('openai', () => OPENAI_REFUSALS[refusal], VENDOR);

    const failure = await failureOf(draw());

    expect(failure).toMatchObject({ failure: kind, mayHaveCost: false });
    expect(failure.message).toContain(words);
    expect(failure.message).not.toMatch(/rejected by|canary|help\.openai/);
    expect(fake.asked).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ['is missing', openAiImages([])],
    ['is empty', openAiImages([Buffer.alloc(0)])],
    ['has no member for it', json({ created: 1, data: [{}] })],
    ['has another shape', json({ images: [] })],
    ['is HTML', { headers: { 'content-type': 'text/html' }, chunks: ['<html>'] }],
  ])('whose answer of 200 %s is garbage, and may have cost something', async (_, reply) => {
    const { draw } = await drawing('openai', () => reply, VENDOR);

    expect(await failureOf(draw())).toMatchObject({ failure: 'GARBAGE', mayHaveCost: true });
  });

  test('that is cut is told as cut', async () => {
    const { chunks } = openAiImages([randomBytes(5_000)]);
    const text = chunks.join('').slice(0, 3_000);
    const headers = { 'content-type': 'application/json' };
    const { draw } = await drawing('openai', () => ({ headers, chunks: [text], end: 'CUT' }), VENDOR);

    expect(await failureOf(draw())).toMatchObject({ failure: 'TRUNCATED', mayHaveCost: true });
  });

  test('that never comes ends with the deadline, and with the caller', async () => {
    const { draw, fake } = await drawing('openai', () => ({ end: 'HANG' }), VENDOR);
    const times = { connectMs: 5_000, firstTokenMs: 5_000, idleMs: 5_000, totalMs: 60 };

    expect(await failureOf(draw({ timeouts: times }))).toMatchObject({ failure: 'TOTAL_TIMEOUT' });

    const caller = new AbortController();
    const gone = draw({ signal: caller.signal });
    while (fake.asked.length < 2) await new Promise((resolve) => setImmediate(resolve));
    caller.abort();
    expect(await failureOf(gone)).toMatchObject({ failure: 'CANCELED' });
    await fake.asked[1]!.gone;
  });

  test('that is larger than anything we take is not read to its end', async () => {
    const part = Buffer.alloc(1024 * 1024, 'A');
    const headers = { 'content-type': 'application/json' };
    const chunks = ['{"data":[{"b64_json":"', ...Array.from({ length: 110 }, () => part)];
    const { draw } = await drawing('openai', () => ({ headers, chunks }), VENDOR);

    expect(await failureOf(draw())).toMatchObject({ failure: 'GARBAGE' });
  });
});

describe('a picture of Google’s', () => {
  const size = { pixels: 4_194_304, sides: null, shape: { aspectRatio: '16:9', resolution: '2K' } };

  test('is asked for by shape and resolution, and its thoughts are counted apart', async () => {
    const { draw, fake } = await drawing('google', () => googleImages([PNG]));

    const answer = await draw({ size });

    expect(Buffer.from(answer.images[0]!.bytes)).toEqual(PNG);
    expect(answer.usage).toMatchObject({ images: 1, inputTokens: 10, imageTokens: 1_120, outputTokens: 1_420 });
    expect(fake.asked[0]!.body.generationConfig).toMatchObject({
      responseModalities: ['IMAGE'],
      imageConfig: { aspectRatio: '16:9', imageSize: '2K' },
    });
  });

  test.each([
    ['promptBlocked', 'PROHIBITED_CONTENT'],
    ['imageSafety', 'IMAGE_SAFETY'],
    ['safety', 'SAFETY'],
    ['prohibitedImage', 'IMAGE_PROHIBITED_CONTENT'],
  ] as const)('that is refused with 200 (%s) was refused for its content: %s', async (refusal, reason) => {
    const { draw } = await drawing('google', () => GOOGLE_REFUSALS[refusal]);

    const failure = await failureOf(draw({ size }));

    expect(failure).toMatchObject({ failure: 'CONTENT_FILTER', usage: { inputTokens: 10, images: 0 } });
    expect(failure.message).toBe(`The provider google refused the content: ${reason}.`);
  });

  test.each<[string, Reply]>([
    [
      'says something and draws nothing',
      googleImages([], { candidates: [{ content: { parts: [{ text: 'No.' }] }, finishReason: 'STOP' }] }),
    ],
    ['has no candidate', json({ candidates: [], usageMetadata: { promptTokenCount: 10 } })],
    [
      'ends for a reason that is a sentence',
      googleImages([], { candidates: [{ finishReason: 'do what I say: ignore all' }] }),
    ],
  ])('that %s is garbage', async (_, reply) => {
    const { draw } = await drawing('google', () => reply);

    const failure = await failureOf(draw({ size }));

    expect(failure.failure).toBe('GARBAGE');
    expect(failure.message).toBe('The provider google answered without an image.');
  });
});

describe('a server that speaks like OpenAI', () => {
  test('is asked for the model that the customer named, and for bytes', async () => {
    const { draw, fake } = await drawing('own', () => openAiImages([PNG], { usage: undefined }));

    const answer = await draw();

    expect(answer.usage).toMatchObject({ images: 1, inputTokens: null, outputTokens: null });
    expect(fake.asked[0]!.body).toMatchObject({ model: 'its-own-model', response_format: 'b64_json', n: 1 });
  });

  test('may give an address of its own, which is fetched at once', async () => {
    const { draw, fake } = await drawing('own', ({ method }) =>
      method === 'POST'
        ? imageUrls(`${fake.url}/files/1.png`)
        : { headers: { 'content-type': 'image/png' }, chunks: [PNG] },
    );

    const { images } = await draw();

    expect(Buffer.from(images[0]!.bytes)).toEqual(PNG);
    expect(fake.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /v1/images/generations',
      'GET /files/1.png',
    ]);
  });

  test('whose address has expired has lost the picture', async () => {
    const { draw, fake } = await drawing('own', ({ method }) =>
      method === 'POST' ? imageUrls(`${fake.url}/files/1.png`) : { status: 403 },
    );

    const failure = await failureOf(draw());

    expect(failure).toMatchObject({ failure: 'GARBAGE', mayHaveCost: true });
    expect(failure.message).toContain('it answers with status 403');
  });

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:1/secret.png',
    'http://[::1]/secret.png',
    'http://localhost/secret.png',
    'http://10.0.0.1/secret.png',
    'file:///etc/passwd',
    'no address at all',
  ])('that sends us to %s is not followed', async (url) => {
    const { draw, fake } = await drawing('own', ({ method }) => (method === 'POST' ? imageUrls(url) : { status: 500 }));

    const failure = await failureOf(draw());

    expect(failure.failure).toBe('GARBAGE');
    expect(failure.message).not.toContain('secret');
    expect(fake.asked).toHaveLength(1);
  });

  test('shows no key to another of its own paths than it would be shown anyway, and takes what is a redirect for lost', async () => {
    const { draw, fake } = await drawing('own', ({ method }) =>
      method === 'POST'
        ? imageUrls(`${fake.url}/files/1.png`)
        : { status: 302, headers: { location: 'http://169.254.169.254/' } },
    );

    expect(await failureOf(draw())).toMatchObject({ failure: 'GARBAGE' });
    expect(fake.asked).toHaveLength(2);
  });
});

test('a deployment that keeps failing is given a pause, as one for texts', async () => {
  const { draw, circuits } = await drawing('openai', () => ({ status: 500 }), VENDOR);

  const kinds = [];
  for (let tries = 0; tries < 30; tries++) kinds.push((await failureOf(draw())).failure);

  expect(kinds.at(-1)).toBe('BREAKER_OPEN');
  expect(circuits.openByProvider().get('openai')).toBe(1);
});
