import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FONTS, FONTS_PATH } from '../../src/site/look/fonts.ts';
import { ask, expectProblem } from '../rest/support.ts';
import { type Api, startApi } from '../support/api.ts';

/** All fonts together, in bytes. */
const MAX_BYTES = 120_000;

describe('fonts', () => {
  let api: Api;
  beforeAll(async () => {
    api = await startApi({ works: false });
  });
  afterAll(() => api?.stop());

  test('have at most 120 kB together, and browsers keep each for a year', async () => {
    let bytes = 0;
    for (const { file } of FONTS) {
      const response = await api.fetch(`${FONTS_PATH}/${file}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('font/woff2');
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const content = Buffer.from(await response.arrayBuffer());
      expect(content.subarray(0, 4).toString()).toBe('wOF2');
      bytes += content.byteLength;
    }
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
  });

  test('come with their licence', async () => {
    for (const family of ['source-serif-4', 'source-sans-3']) {
      expect(await (await api.fetch(`${FONTS_PATH}/${family}-license.txt`)).text()).toContain('SIL OPEN FONT LICENSE');
    }
  });

  test.each(['source-serif-4.woff2', '..%2F..%2Fpackage.json', '.htaccess'])('%s is not one of them', async (file) => {
    expectProblem(await ask(api, { path: `${FONTS_PATH}/${file}` }), { status: 404, code: 'NOT_FOUND' });
  });
});
