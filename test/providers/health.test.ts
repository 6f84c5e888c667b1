import { expect, test } from 'vitest';
import { OWN_USE_ID } from '../../src/customers/index.ts';
import { startApi } from '../support/api.ts';
import { ACCOUNT, deployment, GENEROUS } from '../support/providers/calling.ts';
import { FakeProvider } from '../support/providers/fake-provider.ts';
import { json, PROTOCOLS } from '../support/providers/protocols.ts';

test('health tells of each provider that has a key, by what its calls came to', async () => {
  let isUp = true;
  const fake = await FakeProvider.start(
    () => (isUp ? json(PROTOCOLS.openai.answer('Hello')) : { status: 500 }),
    'openai',
  );
  // Someone's gateway in the provider's place, which takes calls without a key.
  fake.options = { needsKey: false };
  const api = await startApi({
    env: { OPENAI_BASE_URL: `${fake.url}/v1`, MISTRAL_API_KEY: 'a-key-that-nobody-uses', SANDBOX: '0' },
  });
  const call = () =>
    api.services.apis.providers
      .call({
        deployment: deployment('openai'),
        credential: { source: 'SERVICE', keyId: null },
        account: { ...ACCOUNT, id: OWN_USE_ID },
        task: 'human-phrasing/warm-tone',
        options: { prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }] },
        timeouts: GENEROUS,
        signal: new AbortController().signal,
      })
      .catch(() => null);
  const reported = async () => {
    const { body } = await api.json('/api/health/architecture');
    const of = (name: string) => body.connections.find((one: { name: string }) => one.name === name)?.status;
    return [body.ok, of('openai'), of('mistral'), of('anthropic')];
  };

  expect(await reported()).toEqual([true, 'unknown', 'unknown', undefined]);
  expect(fake.asked).toEqual([]);
  await call();
  await expect.poll(reported).toEqual([true, 'pass', 'unknown', undefined]);

  isUp = false;
  for (let time = 0; time < 10; time++) await call();
  await expect.poll(reported).toEqual([true, 'warn', 'unknown', undefined]);

  const metrics = await (await api.fetch('/metrics', { as: 'operator' })).text();
  expect(metrics).toMatch(/gen_ai_client_inference_duration_seconds_count\{.*gen_ai_provider_name="openai".*\}/);
  expect(metrics).toMatch(/error_type="provider_error"/);
  expect(metrics).toMatch(/imprimatur_provider_paused\{.*\} 1\b/);
  await api.stop();
});
