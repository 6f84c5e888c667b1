import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { GzipEnd } from '../../../src/platform/http/gzip-end.ts';

const end = Buffer.from(`${'function check() { return "the same end"; }\n'.repeat(5_000)}`);

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('<!doctype html>Grüße')],
  ['the same text as the end', end],
  ['bytes that can’t be compressed', randomBytes(100_000)],
])('a body that begins with %s is unpacked as it was', async (_, begin) => {
  const shared = new GzipEnd(end);

  for (let n = 0; n < 2; n++)
    expect(gunzipSync(await shared.gzip(begin)).equals(Buffer.concat([begin, end]))).toBe(true);
});

test('a body without an end is unpacked as it was', async () => {
  expect(gunzipSync(await new GzipEnd(Buffer.alloc(0)).gzip(Buffer.from('alone'))).toString()).toBe('alone');
});

test('costs a few bytes more than compressing all of it', async () => {
  const begin = Buffer.from('<p>A paragraph.</p>'.repeat(500));

  const parts = await new GzipEnd(end).gzip(begin);

  expect(parts.length).toBeLessThan(gzipSync(Buffer.concat([begin, end]), { level: 9 }).length + 100);
});
