import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { API_WORDS } from '../../src/providers/calls/api-words.ts';
import { providerReason } from '../../src/providers/calls/provider-reason.ts';
import { propertyRuns } from '../support/property-runs.ts';

const TEXT = 'What is the temperature of Mr Kowalski, born 1951, in Grünau? His model is new to him.';
const REQUEST = {
  prompt: [{ role: 'user', content: [{ type: 'text', text: TEXT }] }],
  tools: [{ name: 'look_up_patient', inputSchema: { properties: { insuranceNumber: { type: 'string' } } } }],
};
const answered = (body: unknown) =>
  Object.assign(new Error('refused'), { responseBody: typeof body === 'string' ? body : JSON.stringify(body) });
const openAi = (message: string, param: string | null = null, code: string | null = null) =>
  answered({ error: { message, type: 'invalid_request_error', param, code } });

describe('keeps what a provider says about the request’s form', () => {
  test.each([
    [
      openAi(
        "Unsupported parameter: 'temperature' does not go with this model.",
        'temperature',
        'unsupported_parameter',
      ),
      "Unsupported parameter: 'temperature' does not go with this model (invalid_request_error, unsupported_parameter, temperature)",
    ],
    [
      answered({
        error: { code: 400, message: 'User location is not supported for the API use.', status: 'FAILED_PRECONDITION' },
      }),
      'User location is not supported for the API use (FAILED_PRECONDITION)',
    ],
    // Mistral's 422.
    [
      answered({
        object: 'error',
        message: {
          detail: [
            { type: 'missing', loc: ['body', 'messages', 0, 'content'], msg: 'Field required', input: { text: TEXT } },
          ],
        },
        type: 'invalid_request_error',
      }),
      'Field required (missing, body.messages.0.content, invalid_request_error)',
    ],
    [
      answered({
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
        },
      }),
      "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$' (invalid_request_error, error)",
    ],
    [
      answered({
        code: 'Client specified an invalid argument',
        error: 'Argument not supported on this model: presencePenalty',
      }),
      'Argument not supported on this model: presencePenalty (Client specified an invalid argument)',
    ],
    // As it comes in a stream.
    [
      { error: { message: 'The field seed is not permitted.', type: 'invalid_request_error' } },
      'The field seed is not permitted (invalid_request_error)',
    ],
    [answered('unknown field max_output_tokens'), 'unknown field max_output_tokens'],
  ])('%#', (error, expected) => {
    expect(providerReason(error, REQUEST)).toBe(expected);
  });
});

describe('cuts', () => {
  test.each([
    ['a sentence of the request', `Invalid value: '${TEXT}'`, "Invalid value: '…' (invalid_request_error)"],
    ['a part of it', 'Bad text near "temperature of Mr Kowal"', 'Bad text near "…" (invalid_request_error)'],
    ['one word of it', 'Unexpected token kowalski', 'Unexpected token … (invalid_request_error)'],
    ['a number of it', 'The value 1951 is not allowed', 'The value … is not allowed (invalid_request_error)'],
    ['a word that is escaped', 'Unexpected token Gr\\u00fcnau', 'Unexpected token … (invalid_request_error)'],
    [
      'a name of a tool',
      "Invalid schema for function 'look_up_patient'",
      "Invalid schema for function '…' (invalid_request_error)",
    ],
    [
      'a name in a schema',
      "Missing 'insuranceNumber' in properties",
      "Missing '…' in properties (invalid_request_error)",
    ],
    ['a key', 'Not for key sk-live or 7Qm2ZrV9tK4pXw8L', 'Not for key … or … (invalid_request_error)'],
    ['an account', 'Not for organization org-AbCd1234EfGh56', 'Not for organization … (invalid_request_error)'],
    [
      'an address',
      'Write to ops@provider.example or https://provider.example/a',
      'Write to … or https:… (invalid_request_error)',
    ],
    ['other scripts', 'Unexpected 你好世界', 'Unexpected … (invalid_request_error)'],
  ])('%s', (_what, message, expected) => {
    expect(providerReason(openAi(message), REQUEST)).toBe(expected);
  });

  test('what is long', () => {
    expect(providerReason(openAi('unheard of '.repeat(500)), REQUEST)!.length).toBeLessThanOrEqual(400);
  });
});

test.each([
  ['a web page', answered('<html><body>Blocked</body></html>')],
  ['an empty body', answered('')],
  ['an object without a reason', answered({ input: TEXT })],
  ['nothing but the request', answered({ error: 'Kowalski' })],
  ['an error without an answer', new Error(TEXT)],
  ['nothing', null],
])('%s gives no reason', (_what, error) => {
  expect(providerReason(error, REQUEST)).toBeNull();
});

test('no word that is the caller’s own is kept, wherever and however a provider repeats it', () => {
  const word = fc.stringMatching(/^[A-Za-z]{4,12}$|^[0-9]{4,8}$/).filter((one) => !API_WORDS.has(one.toLowerCase()));
  const words = fc.array(word, { minLength: 1, maxLength: 12 });
  const said = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => JSON.stringify({ role: 'user', content: text }),
    (text: string) => `{'content': '${text}'}`,
    (text: string) => text.replaceAll(' ', '_'),
    (text: string) => text.slice(0, -1),
  );
  fc.assert(
    fc.property(words, said, fc.constantFrom('message', 'param', 'code', 'detail'), (list, as, member) => {
      const text = list.join(' ');
      const error = answered({ error: { message: 'Invalid value.', [member]: as(text) } });
      const reason = providerReason(error, { prompt: [{ role: 'user', content: [{ type: 'text', text }] }] }) ?? '';
      const kept = reason.toLowerCase().match(/[a-z0-9]+/g) ?? [];
      expect(
        kept.filter((one) => list.some((own) => own.toLowerCase().startsWith(one)) && !API_WORDS.has(one)),
      ).toEqual([]);
    }),
    propertyRuns(500),
  );
});
