import { afterAll, beforeEach, expect, test } from 'vitest';
import { CUSTOMER_KEY, dataOf, startV1, TASK } from './support.ts';

let api: Awaited<ReturnType<typeof startV1>>;
beforeEach(async () => {
  api = await startV1();
});
afterAll(() => api.stop());

function ask(path: string) {
  const body = {
    model: TASK,
    stream: true,
    ...(path.endsWith('responses') ? { input: 'Hi' } : { messages: [{ role: 'user', content: 'Hi' }] }),
  };
  return api.fetch(path, {
    as: { bearer: CUSTOMER_KEY },
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

test.each(['/v1/chat/completions', '/v1/responses'])(
  'a stream that a stop cuts says so, its run is canceled, and nothing looks like an end: %s',
  async (path) => {
    const { streams } = api.services.platform;
    const { promise: wait, resolve: go } = Promise.withResolvers<void>();
    api.runs.script = () => ({ steps: [{ text: 'Hello' }, { wait }, { text: 'never' }] });
    const response = await ask(path);
    const reader = response.body!.getReader();
    let text = new TextDecoder().decode((await reader.read()).value);

    streams.endAnswers();
    // The fake comes to its next part only now, as a provider would whose call was aborted.
    go();
    for (let next = await reader.read(); !next.done; next = await reader.read())
      text += new TextDecoder().decode(next.value);

    const data = dataOf(text);
    expect(text).toContain('Hello');
    expect(data).not.toContain('[DONE]');
    expect(text).not.toContain('response.completed');
    expect(data.at(-1)).toContain('service_unavailable');
    expect(data.at(-1)).toContain('The service is stopping.');
  },
);

test('one that begins while nothing is waited for any more is cut as well, and one that ends is whole', async () => {
  const { streams } = api.services.platform;
  const { promise: wait, resolve: go } = Promise.withResolvers<void>();
  api.runs.script = () => ({ steps: [{ text: 'Hello' }, { wait }] });
  const whole = await ask('/v1/chat/completions');
  go();
  expect(dataOf(await whole.text()).at(-1)).toBe('[DONE]');

  streams.endAnswers();

  const late = dataOf(await (await ask('/v1/chat/completions')).text());
  expect(late.at(-1)).toContain('The service is stopping.');
});
