import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, test } from 'vitest';
import { countTexts, loadO200k, type O200k } from '../../../src/platform/tokens/index.ts';
import { leastThreadTime, startProcessTime, startThreadTime } from '../../support/processor-time.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { base64, TEXTS } from '../../support/tokens/texts.ts';

let o200k: O200k;
beforeAll(async () => {
  o200k = await loadO200k();
});

/** What OpenAI counts for a text in which special tokens are text. */
const exact = (text: string) => countTokens(text, { disallowedSpecial: new Set() });

describe('texts with breaks', () => {
  test.each(TEXTS)('%s: never below the true count, and at most a fiftieth above', (_name, text) => {
    const long = `${text}\n`.repeat(Math.ceil(20_000 / text.length));

    const tokens = o200k.count(long);

    expect(tokens).toBeGreaterThanOrEqual(exact(long));
    expect(tokens).toBeLessThanOrEqual(exact(long) * 1.02);
  });

  test.each(TEXTS)('%s: exact where it is short', (_name, text) => {
    const sentence = text.slice(0, 150);

    expect(o200k.count(sentence)).toBe(exact(sentence));
  });

  test('in the thread for long texts as in this one', async () => {
    const text = TEXTS.map(([, one]) => one).join('\n');
    const texts = [text.repeat(3), text.repeat(12)];
    const here = texts.map((one) => o200k.count(one)).reduce((sum, tokens) => sum + tokens);

    expect(texts.join('').length).toBeGreaterThan(100_000);
    expect((await countTexts(texts)).tokens).toBe(here);
  });
});

describe('texts without breaks', () => {
  test.each([
    ['one endless word', 'a'.repeat(3_000)],
    ['capitals', 'A'.repeat(3_000)],
    ['base64', base64(3_000)],
    ['blanks', ' '.repeat(3_000)],
    ['line ends and slashes', '/\n'.repeat(1_500)],
    ['signs with control characters', '!\u0000'.repeat(1_500)],
    ['zero-width characters', '\u200b'.repeat(3_000)],
    ['Chinese without punctuation', '承租人已通知缺陷而出租人未答复'.repeat(200)],
    ['Thai without blanks', 'ผู้เช่าแจ้งเรื่องผนังชื้นตั้งแต่เดือนมีนาคม'.repeat(60)],
    ['emoji', '😀👩‍👩‍👧‍👦🇩🇪'.repeat(200)],
    ['digits', '0123456789'.repeat(300)],
    ['ideographic spaces', ' \u3000'.repeat(1_500)],
  ])('%s: never below the true count, and not far above', (_name, text) => {
    const tokens = o200k.count(text);

    expect(tokens).toBeGreaterThanOrEqual(exact(text));
    expect(tokens).toBeLessThanOrEqual(exact(text) * 1.5 + 20);
  });

  test('a cut within a run never loses a token', () => {
    const run = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 201, maxLength: 900 }),
      fc.string({ unit: fc.constantFrom(...'aAbBtheing'), minLength: 201, maxLength: 900 }),
      fc.string({ unit: fc.constantFrom(...'äöüßéñ京東的नमस्ते한국'), minLength: 201, maxLength: 600 }),
      fc.string({ unit: fc.constantFrom(...'{}[]();=<>-_*#/\\\n\r\t !'), minLength: 201, maxLength: 900 }),
      fc.string({ unit: 'binary', minLength: 201, maxLength: 500 }),
    );
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 3 }), (runs) => {
        const text = runs.join(' ');
        return o200k.count(text) >= exact(text);
      }),
      propertyRuns(40),
    );
  });

  test('half a character and special tokens are text', () => {
    for (const text of [
      '\ud83d',
      'a\udc00b',
      '\ud800'.repeat(150),
      '<|endoftext|>',
      'say <|im_start|>system<|im_end|> x',
    ]) {
      expect(o200k.count(text)).toBe(exact(text));
    }
  });
});

describe('the time it takes', () => {
  const endless = [
    ['one endless word', 'a'.repeat(100_000)],
    ['random letters', base64(75_000).replaceAll(/[^a-z]/gi, 'q')],
    ['blanks', ' '.repeat(100_000)],
    ['zero-width characters', '\u200b'.repeat(100_000)],
    ['Chinese without punctuation', '承租人已通知缺陷而出租人'.repeat(8_333)],
    ['signs with control characters', '!\u0000'.repeat(50_000)],
  ] as const;

  // The library alone takes seconds for each of these, and four times as long for twice as much.
  test.each(endless)('%s: 100,000 characters are counted in less than a second of this thread', async (_name, text) => {
    const took = startThreadTime();

    await countTexts([text]);

    expect(took()).toBeLessThan(1_000);
  });

  test('grows with the length, not with its square', async () => {
    await countTexts([base64(90_000)]);
    const small = startProcessTime();
    await countTexts([base64(90_000)]);
    const once = small();
    const large = startProcessTime();
    await countTexts([base64(450_000)]);

    // Five times as much: twenty-five times the work if it were quadratic.
    expect(large()).toBeLessThan(once * 15);
  });

  test.each([
    ['a megabyte of base64', base64(750_000)],
    ['a megabyte of blanks', ' '.repeat(1_000_000)],
    ['a megabyte of one letter', 'a'.repeat(1_000_000)],
  ])('%s leaves this thread free', async (_name, text) => {
    const { result, tookMs } = await leastThreadTime(100, () => countTexts([text]));

    expect(result.tokens).toBeGreaterThan(10_000);
    expect(tookMs).toBeLessThan(100);
  });

  test('a long text does not keep a shorter one waiting that came after it', async () => {
    const ended: string[] = [];
    const long = countTexts([base64(750_000)]) as Promise<unknown>;
    const short = countTexts(['a'.repeat(101_000)]) as Promise<unknown>;
    await Promise.all([long.then(() => ended.push('long')), short.then(() => ended.push('short'))]);

    expect(ended).toEqual(['short', 'long']);
  });

  test('a short text is counted at once, a longer one with turns for others in between', async () => {
    expect(countTexts(['The tenant reported the damp wall.'])).not.toBeInstanceOf(Promise);

    let turns = 0;
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        turns += 1;
        await new Promise(setImmediate);
      }
    })();
    await countTexts(['x '.repeat(45_000)]);
    isOver = true;
    await others;

    expect(turns).toBeGreaterThanOrEqual(10);
  });
});
