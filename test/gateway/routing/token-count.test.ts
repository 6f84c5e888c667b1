import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import {
  type CountedInput,
  inputTokens,
  textTokens,
  tokensOfLength,
} from '../../../src/gateway/routing/token-count.ts';

const SENTENCE =
  'The tenant has given notice of the defect, and the landlord did not answer within the time that was set. ';

const tokensOf = async (counted: CountedInput) => (await inputTokens(counted)).tokens;

const input = (prompt: LanguageModelV4Prompt, rest: Partial<CountedInput> = {}): CountedInput => {
  return { instructions: null, prompt, tools: [], outputSchema: null, ...rest };
};
const asked = (text: string): LanguageModelV4Prompt => [{ role: 'user', content: [{ type: 'text', text }] }];

describe('what a text comes to', () => {
  test('what is asked by its length is no less than what is counted, for ordinary prose', async () => {
    const text = SENTENCE.repeat(100);

    expect(tokensOfLength(text.length).tokens).toBeGreaterThanOrEqual((await textTokens([text])).tokens);
  });
});

describe('all that is sent is counted', () => {
  test.each<[string, LanguageModelV4Prompt, Partial<CountedInput>]>([
    ['instructions', asked('Hi'), { instructions: SENTENCE }],
    ['tools', asked('Hi'), { tools: [{ type: 'function', name: 'look_up', description: SENTENCE, inputSchema: {} }] }],
    ['a schema', asked('Hi'), { outputSchema: { type: 'object', description: SENTENCE } }],
    ['a system message', [{ role: 'system', content: SENTENCE }, ...asked('Hi')], {}],
    ['reasoning', [...asked('Hi'), { role: 'assistant', content: [{ type: 'reasoning', text: SENTENCE }] }], {}],
    [
      'a call of a tool',
      [
        ...asked('Hi'),
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: '1', toolName: 'look_up', input: { text: SENTENCE } }],
        },
      ],
      {},
    ],
    [
      'what came of it',
      [
        ...asked('Hi'),
        {
          role: 'tool',
          content: [
            { type: 'tool-result', toolCallId: '1', toolName: 'look_up', output: { type: 'text', value: SENTENCE } },
          ],
        },
      ],
      {},
    ],
  ])('%s', async (_what, prompt, rest) => {
    const alone = await tokensOf(input(asked('Hi')));

    expect(await tokensOf(input(prompt, rest))).toBeGreaterThan(alone + 20);
  });

  test('a file counts as a large page', async () => {
    const file = { type: 'file' as const, mediaType: 'image/png', data: { type: 'data' as const, data: 'AAAA' } };

    const tokens = await tokensOf(input([{ role: 'user', content: [file] }]));

    expect(tokens).toBeGreaterThan(1_000);
  });
});
