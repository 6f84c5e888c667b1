import { APICallError } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import { sandboxModel } from '../../../src/providers/sandbox/index.ts';
import { DEPLOYMENT, saying, streamedParts, textIn } from './support.ts';

const TASK = 'deep-reasoning/evidence-chain';
const TEXT = 'The bridge was closed in May. Two witnesses say June. sandbox:';
const model = sandboxModel(TASK, DEPLOYMENT, { slowMs: 1 });

test.each([
  [429, { 'retry-after': '1' }],
  [500, {}],
  [503, {}],
])('sandbox:%i is refused as a provider would refuse it, and shows no prompt', async (status, headers) => {
  for (const asked of [model.doGenerate(saying(TEXT + status)), model.doStream(saying(TEXT + status))]) {
    const error = await Promise.resolve(asked).then(
      () => null,
      (thrown: unknown) => thrown,
    );

    expect(APICallError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      statusCode: status,
      isRetryable: true,
      responseHeaders: expect.objectContaining(headers),
    });
    expect(JSON.stringify(error)).not.toContain('bridge');
  }
});

test('a switch can ask for one deployment only, so that another stands in', async () => {
  const text = `${TEXT}503@${DEPLOYMENT}.`;

  await expect(model.doGenerate(saying(text))).rejects.toMatchObject({ statusCode: 503 });
  const { finishReason } = await sandboxModel(TASK, 'deepseek/deepseek-v4-flash').doGenerate(saying(text));
  expect(finishReason.unified).toBe('stop');
});

test('sandbox:cut loses the connection after some words, a whole answer altogether', async () => {
  const { stream } = await model.doStream(saying(`${TEXT}cut`));
  let text = '';
  const reading = (async () => {
    for await (const part of stream) if (part.type === 'text-delta') text += part.delta;
  })();

  await expect(reading).rejects.toThrow('terminated');
  expect(text).not.toBe('');
  await expect(model.doGenerate(saying(`${TEXT}cut`))).rejects.toThrow('terminated');
});

test('sandbox:garbage is an error in the stream, and no answer with status 200 otherwise', async () => {
  const parts = await streamedParts(TASK, saying(`${TEXT}garbage`));

  expect(parts.at(-1)).toMatchObject({ type: 'error' });
  await expect(model.doGenerate(saying(`${TEXT}garbage`))).rejects.toMatchObject({ statusCode: 200 });
});

test.each(['stall', 'hang'])('sandbox:%s goes on for ever, until nobody waits any more', async (fault) => {
  const leaving = new AbortController();
  const options = { ...saying(TEXT + fault), abortSignal: leaving.signal };
  const whole = model.doGenerate(options);
  const streamed = (async () => {
    const { stream } = await model.doStream(options);
    for await (const _ of stream);
  })();
  setImmediate(() => leaving.abort(new Error('enough')));

  await expect(whole).rejects.toThrow('enough');
  await expect(streamed).rejects.toThrow('enough');
});

test('sandbox:slow, :filter and :length end as they say', async () => {
  const full = textIn(await streamedParts(TASK, saying(`${TEXT}slow`), { slowMs: 1 }));
  const filtered = await model.doGenerate(saying(`${TEXT}filter`));
  const cut = await streamedParts(TASK, saying(`${TEXT}length`));

  expect(full).toContain('## Risk');
  expect(filtered).toMatchObject({ content: [], finishReason: { unified: 'content-filter' } });
  expect(cut.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'length' } });
  expect(textIn(cut)).not.toContain('## Risk');
});

test('only the last message of the user asks for it', async () => {
  const { finishReason } = await model.doGenerate({
    prompt: [...saying('sandbox:500').prompt, ...saying('and now a plain question').prompt],
  });

  expect(finishReason.unified).toBe('stop');
});
