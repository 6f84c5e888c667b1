import { expect, test } from 'vitest';
import { formatBundle } from '../../src/proof/bundle.ts';
import { encodeUtf8 } from '../../src/proof/bytes.ts';
import { formatConsistencyProof } from '../../src/proof/consistency-proof.ts';
import { FileKind, fileKindOf, readAs, WrongFileKind } from '../../src/proof/file-kind.ts';
import { formatTlogProof } from '../../src/proof/tlog-proof.ts';
import { formatTrust } from '../../src/proof/trust.ts';
import { jsonOf, SealingHouse } from '../support/seal-fixture.ts';

const house = new SealingHouse();
const sealed = await house.seal();
const seal = formatBundle(sealed.bundle);
const trust = formatTrust(house.trust());
const status = formatBundle(await house.status(sealed));
const standing = house.standing(sealed);
const { logIndex: index, inclusionProof } = sealed.bundle.logEntry;

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const bytesOf = (content: string | Uint8Array) => (typeof content === 'string' ? encodeUtf8(content) : content);

test.each([
  ['SEAL', 'a seal', seal],
  ['SEAL', 'a seal with a byte order mark', `\ufeff${seal}`],
  ['SEAL', 'a seal that was indented', JSON.stringify(JSON.parse(seal), null, 2)],
  ['SEAL', 'a seal that was cut off', seal.slice(0, -100)],
  ['SEAL', 'a seal in UTF-16', utf16(seal)],
  ['SEAL', 'a seal with a payload that cannot be read', JSON.stringify({ ...jsonOf(sealed.bundle), dsseEnvelope: {} })],
  ['TRUST', 'a trust file', trust],
  ['TRUST', 'a trust file that was cut off', trust.slice(0, 300)],
  ['STATUSES', 'a list of statuses', `{"ok":true,"statuses":[${status}],"standing":${standing}}`],
  ['STATUSES', 'a list that was cut off', `{"ok":true,"statuses":[${status}`],
  ['STATUSES', 'one status', status],
  ['STATUSES', 'a standing', standing],
  ['CHECKPOINT', 'a checkpoint', inclusionProof.checkpoint],
  ['CHECKPOINT', 'a tlog-proof', formatTlogProof({ index, ...inclusionProof })],
  ['CONSISTENCY', 'a consistency proof', formatConsistencyProof(await house.tree().consistencyProof(5, 9))],
  [null, 'a text', 'old friends,\n\nsee you'],
  [null, 'a text that quotes a seal', `The seal is ${seal}`],
  [
    null,
    'a statement about something else',
    seal.replace(
      /"payload":"[^"]*"/,
      `"payload":"${Buffer.from('{"predicateType":"https://example.org/x"}').toString('base64')}"`,
    ),
  ],
  [null, 'another JSON file', '{"mediaType":"text/plain"}'],
  [null, 'bytes', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
  [null, 'an empty file', ''],
] as const)('%s is what %s is taken for', (kind, _, content) => {
  expect(fileKindOf(bytesOf(content))).toBe(kind);
});

test.each([
  ['an empty file', 'an empty file', ''],
  ['an empty file', 'nothing but line ends', '\n\n'],
  [
    'a web page',
    'a page that was saved',
    '\n<!-- saved from url=(0042)https://seals.example.org -->\n<!DOCTYPE html><html></html>',
  ],
  ['a link', 'the link', 'https://seals.example.org/v/seal_1\n'],
  ['a link', 'a shortcut', '[InternetShortcut]\r\nURL=https://seals.example.org/v/seal_1\r\n'],
  ['a seal in UTF-16', 'what PowerShell saves', utf16(seal)],
  ['a text in UTF-16', 'UTF-16 without a mark', Buffer.from('a letter', 'utf16le')],
  ['a seal that was cut off', 'the beginning of a seal', seal.slice(0, 2_000)],
  ['a seal that was cut off', 'a seal without its last brace', seal.slice(0, -1)],
  ['a JSON file that was cut off', 'the beginning of another file', '{"a":"b\\"'],
  ['a trust file', 'a trust file', trust],
  ['a status of a seal', 'a status', status],
  ['a checkpoint', 'a checkpoint', inclusionProof.checkpoint],
  ['a response of the service about a seal', 'the answer', '{"ok":true,"seal":{"bundleUrl":"https://x"}}'],
  ['a JSON file of another kind', 'another JSON file', '{"a":1}'],
  ['a JPEG picture', 'a picture', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
  ['a PDF document', 'a document', '%PDF-1.7'],
  ['binary data', 'bytes', new Uint8Array([0xff, 0x00, 0x1b])],
  ['a text', 'a text', 'Dear reader'],
])('it seems to be %s is said of %s in place of a seal', (seeming, _, content) => {
  const read = () => readAs('seal.json', FileKind.SEAL, bytesOf(content), (bytes) => bytes);

  expect(read).toThrow(WrongFileKind);
  expect(read).toThrow(`seal.json is not a seal: it seems to be ${seeming}`);
});

test('a statement that cannot be read is not passed over, and a web page is none', () => {
  const readStatus = (content: string) => readAs('status.json', FileKind.STATUSES, bytesOf(content), () => 'read');

  expect(readStatus(status.slice(0, -9))).toBe('read');
  expect(readStatus('{}')).toBe('read');
  expect(() => readStatus('<html>')).toThrow('status.json is not a status of a seal: it seems to be a web page.');
});

test('a checkpoint may be the one in a seal', () => {
  expect(readAs('a', FileKind.CHECKPOINT, bytesOf(seal), () => 'read')).toBe('read');
  expect(() => readAs('a', FileKind.TRUST, bytesOf(seal), () => 'read')).toThrow('it seems to be a seal.');
});
