import { describe, expect, test } from 'vitest';
import { calling, deployment } from '../../support/providers/calling.ts';
import { FakeProvider } from '../../support/providers/fake-provider.ts';
import { json, PROTOCOLS } from '../../support/providers/protocols.ts';
import { settleRefusals } from '../../support/providers/refusals.ts';
import { strictStandIns } from '../../support/providers/stand-ins.ts';

/** A call that Anthropic refuses: nobody has said anything. */
async function refused(announce: (fake: FakeProvider) => unknown = () => {}) {
  const fake = await FakeProvider.start(() => json(PROTOCOLS.anthropic.answer('Hello')));
  const { calls, of } = calling('anthropic', fake);
  announce(fake);
  return calls.call(of({ options: { prompt: [], maxOutputTokens: 10 } })).catch((error) => error);
}

describe('a request that a provider would refuse', () => {
  test('is refused in the provider’s words and fails the test, with the rule and its source', async () => {
    expect(await refused()).toMatchObject({ failure: 'INVALID_REQUEST', statusCode: 400 });

    expect(settleRefusals).toThrow(
      /^The stand-in of anthropic refused a request by the rule "[\w-]+" \(.*Source: .*because of messages/,
    );
  });

  test('is fine where the test announced it', async () => {
    expect(await refused((fake) => fake.expectRefusal('no-messages'))).toMatchObject({ failure: 'INVALID_REQUEST' });
  });

  test('and has to come if it was announced', async () => {
    const fake = await FakeProvider.start(() => json({}), 'anthropic');
    fake.expectRefusal('no-messages');

    expect(settleRefusals).toThrow('No request was refused by the rule "no-messages", though the test announced it.');
    expect(settleRefusals).not.toThrow();
  });
});

test('all stand-ins are started at once, and have the models of the first catalogue', async () => {
  const { fakes, env, stop } = await strictStandIns();
  const deepseek = fakes.get('deepseek')!;
  const { calls, of } = calling('deepseek', deepseek);
  deepseek.expectRefusal('model');

  const answer = await calls.call(of({ deployment: deployment('deepseek', { model: 'deepseek-v4-pro' }) }));
  const unknown = await calls.call(of()).catch((error) => error);

  expect(answer.content).toContainEqual(expect.objectContaining({ type: 'text' }));
  expect(unknown).toMatchObject({ failure: expect.stringMatching(/MODEL_NOT_FOUND|INVALID_REQUEST/) });
  expect(Object.keys(env)).toHaveLength(16);
  await stop();
});
