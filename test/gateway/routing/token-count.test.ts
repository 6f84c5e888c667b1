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

const counted = async (text: string) => (await textTokens([text])) - (await textTokens(['']));

const input = (prompt: LanguageModelV4Prompt, rest: Partial<CountedInput> = {}): CountedInput => {
  return { instructions: null, prompt, tools: [], outputSchema: null, ...rest };
};
const asked = (text: string): LanguageModelV4Prompt => [{ role: 'user', content: [{ type: 'text', text }] }];

describe('what a text comes to', () => {
  test.each([
    ['English', SENTENCE],
    [
      'German',
      'Die Mieterin hat den Mangel angezeigt, und der Vermieter hat nicht in der gesetzten Frist geantwortet. ',
    ],
    ['French', 'La locataire a signalé le défaut, et le bailleur n’a pas répondu dans le délai qui lui était fixé. '],
    ['code', 'const total = items.reduce((sum, { price }) => sum + price, 0);\n'],
  ])('%s: at least a token a word, and no more than two', async (_language, text) => {
    const words = text.trim().split(/\s+/).length;

    const tokens = await counted(text.repeat(10));

    expect(tokens).toBeGreaterThanOrEqual(words * 10);
    expect(tokens).toBeLessThanOrEqual(words * 10 * 2.5);
  });

  // Each of these is counted too low by the library as it comes, by its own account.
  test.each([
    ['Hebrew', 'השוכרת הודיעה על הליקוי והמשכיר לא השיב במועד שנקבע. ', 0.5],
    ['Thai', 'ผู้เช่าได้แจ้งข้อบกพร่องแล้วแต่ผู้ให้เช่าไม่ได้ตอบภายในเวลาที่กำหนด ', 0.5],
    ['Arabic', 'أبلغت المستأجرة عن العيب ولم يرد المؤجر في الموعد المحدد. ', 0.5],
    ['a digest', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 ', 0.5],
  ])('%s: about a token for each two characters', async (_what, text, perCharacter) => {
    expect(await counted(text.repeat(10))).toBeGreaterThanOrEqual(text.length * 10 * perCharacter);
  });

  test('what is asked by its length is no less than what is counted, for ordinary prose', async () => {
    const text = SENTENCE.repeat(100);

    expect(tokensOfLength(text.length)).toBeGreaterThanOrEqual(await textTokens([text]));
  });
});

describe('all that is sent is counted', () => {
  const alone = inputTokens(input(asked('Hi'))) as number;

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
  ])('%s', (_what, prompt, rest) => {
    expect(inputTokens(input(prompt, rest))).toBeGreaterThan(alone + 20);
  });

  test('a file counts as a large page', () => {
    const file = { type: 'file' as const, mediaType: 'image/png', data: { type: 'data' as const, data: 'AAAA' } };

    const tokens = inputTokens(input([{ role: 'user', content: [file] }]));

    expect(tokens).toBeGreaterThan(1_000);
  });
});

describe('long texts', () => {
  test('a short one is counted at once, a long one with turns for others in between', async () => {
    expect(textTokens([SENTENCE])).toBeTypeOf('number');

    let turns = 0;
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        turns += 1;
        await new Promise(setImmediate);
      }
    })();
    const pieces = 20;
    await textTokens(['x '.repeat((16_384 * pieces) / 2)]);
    isOver = true;
    await others;

    expect(turns).toBeGreaterThanOrEqual(pieces);
  });

  test('are counted as their parts are, wherever they are cut', async () => {
    const part = await counted(SENTENCE.repeat(100));

    const whole = await counted(SENTENCE.repeat(5_000));

    expect(whole / part).toBeGreaterThan(49.5);
    expect(whole / part).toBeLessThan(50.5);
  });

  test.each([
    ['without a blank', 'a'.repeat(100_000)],
    ['of characters of two halves', '😀'.repeat(50_000)],
    ['of digits', '0123456789'.repeat(10_000)],
    ['of brackets', '[{'.repeat(50_000)],
    ['of blanks and line ends', ' \n'.repeat(50_000)],
  ])('%s', async (_what, text) => {
    const tokens = await counted(text);

    expect(tokens).toBeGreaterThan(text.length / 100);
    expect(tokens).toBeLessThanOrEqual(text.length * 2);
  });
});
