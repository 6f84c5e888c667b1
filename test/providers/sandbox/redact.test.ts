import { expect, test } from 'vitest';
import { redact } from '../../../src/providers/sandbox/redact.ts';

test.each([
  ['an account in groups', 'Pay to DE89 3704 0044 0532 0130 00, please', 'Pay to [IBAN 1], please'],
  ['an account in one, with letters', 'GB82WEST12345698765432', '[IBAN 1]'],
  ['an account before a word in capitals', 'NL91 ABNA 0417 1643 00 BIC ABNANL2A', '[IBAN 1] BIC ABNANL2A'],
  ['a card', 'card 4111 1111 1111 1111.', 'card [CARD 1].'],
  ['an American card', '3782-822463-10005', '[CARD 1]'],
  ['a mail address', 'write to Anna.Smith+x@mail.example.co.uk!', 'write to [EMAIL 1]!'],
  ['network addresses', 'from 192.168.1.20 and 2001:db8::ff.', 'from [IP 1] and [IP 2].'],
  ['a telephone number abroad', 'call +49 (0)30 123456-78 now', 'call [PHONE 1] now'],
  ['a telephone number at home', 'Tel. 030 1234567', 'Tel. [PHONE 1]'],
  ['an American telephone number', '(555) 123-4567', '[PHONE 1]'],
])('redacts %s', (_, text, redacted) => {
  expect(redact(text).text).toBe(redacted);
});

test.each([
  'DE89 3704 0044 0532 0130 01 has a wrong checksum',
  'card 4111 1111 1111 1112 has a wrong digit',
  'on 2026-03-12 and 12.03.2026, 01-02-2026 at 12:30:45',
  'invoice 1234567890 of 1.234,50 EUR, version 1.2.3',
  '999.1.1.1 is no address, nor is std::vector',
])('leaves what is none: %s', (text) => {
  expect(redact(text)).toEqual({ text, counts: {} });
});

test('the same thing has the same number, however it is spelt', () => {
  const { text, counts } = redact(
    'a@b.example, c@d.example, A@B.example; DE89370400440532013000 = DE89 3704 0044 0532 0130 00',
  );

  expect(text).toBe('[EMAIL 1], [EMAIL 2], [EMAIL 1]; [IBAN 1] = [IBAN 1]');
  expect(counts).toEqual({ EMAIL: 3, IBAN: 2 });
});

test('a long text that is nearly all of it costs no more than its length', () => {
  const { counts } = redact(
    `${'1 '.repeat(100_000)}${'a.'.repeat(100_000)}${'AA11'.repeat(50_000)}${'::'.repeat(50_000)}`,
  );

  expect(counts).toEqual({});
});
