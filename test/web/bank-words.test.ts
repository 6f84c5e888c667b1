import { describe, expect, test } from 'vitest';
import { justifiedRows } from '../../src/assets/web/justified-rows.ts';
import { refusalOf } from '../../src/assets/web/upload-refusal.ts';
import { visibilityOf } from '../../src/assets/web/visibility.ts';

describe('rows of pictures', () => {
  const LAYOUT = { widthPx: 1_000, aboutPx: 200, gapPx: 10 };
  const landscape = { width: 300, height: 200 };

  test('fill the width, each picture in its own proportions, and lose none', () => {
    const rows = justifiedRows(
      Array.from({ length: 10 }, () => landscape),
      LAYOUT,
    );

    expect(rows.map(({ widthsPx }) => widthsPx.length)).toEqual([4, 4, 2]);
    for (const { widthsPx } of rows.slice(0, -1))
      expect(widthsPx.reduce((sum, width) => sum + width, 0) + 3 * LAYOUT.gapPx).toBeCloseTo(LAYOUT.widthPx);
    expect(rows[0]!.widthsPx[0]! / rows[0]!.heightPx).toBeCloseTo(1.5);
    expect(rows[2]).toMatchObject({ first: 8, heightPx: 200 });
  });

  test('crop a panorama and a strip, so that neither takes a row or next to nothing of one', () => {
    const [row] = justifiedRows(
      [
        { width: 5_000, height: 10 },
        { width: 10, height: 5_000 },
      ],
      LAYOUT,
    );

    expect(row!.widthsPx.map((width) => width / row!.heightPx)).toEqual([2.2, 0.6]);
  });

  test('of no picture there is none', () => {
    expect(justifiedRows([], LAYOUT)).toEqual([]);
  });
});

describe('to whom a picture is shown', () => {
  const now = new Date('2026-11-23T12:00:00Z');
  const who = (picture: Parameters<typeof visibilityOf>[0]) =>
    visibilityOf(picture, now)
      .filter(({ isShown }) => isShown)
      .map((one) => one.who);

  test.each([
    ['in use', { status: 'LIVE' }, ['Campaigns', 'Partners', 'Anyone with its link', 'Operators']],
    ['not valid yet', { status: 'LIVE', validFrom: '2026-11-24T00:00:00Z' }, ['Anyone with its link', 'Operators']],
    ['over to the second', { status: 'LIVE', validUntil: now.toISOString() }, ['Anyone with its link', 'Operators']],
    ['archived', { status: 'ARCHIVED' }, ['Anyone with its link', 'Operators']],
    ['in the trash', { status: 'TRASHED' }, ['Operators']],
    ['held back', { status: 'QUARANTINED' }, ['Operators']],
  ] as const)('%s', (_, picture, expected) => {
    expect(who(picture)).toEqual(expected);
  });
});

describe('a file that is uploaded', () => {
  const TAKES = 'The image bank accepts PNG, JPEG, WebP, AVIF and GIF.';
  const file = (bytes: Uint8Array<ArrayBuffer> | string, name: string, type: string) =>
    new File([bytes], name, { type });

  test.each([
    ['photo', ''],
    ['IMG_0001.HEIC', 'image/heic'],
    ['photo.jpg_large', 'application/octet-stream'],
    ['picture.svg', 'image/svg+xml'],
    ['notes.txt', 'text/plain'],
  ])('is left to the service, whatever it is called: %s as %j', async (name, type) => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
      'base64',
    );

    expect(await refusalOf(file(png, name, type))).toBeNull();
    expect(await refusalOf(file('bytes of no known format', name, type))).toBeNull();
  });

  test.each([
    ['', '“a.png” is empty.'],
    ['%PDF-1.7', `“a.png” has an unsupported format: PDF. ${TAKES}`],
    ['PK\x03\x04', `“a.png” has an unsupported format: ZIP. ${TAKES}`],
    ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', `“a.png” has an unsupported format: HEIC. ${TAKES}`],
    ['\0\0\0\x18ftypmp42\0\0\0\0mp42isom', `“a.png” has an unsupported format: video. ${TAKES}`],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', `“a.png” has an unsupported format: SVG. ${TAKES}`],
    ['\0\0\0\x18ftypmif1\0\0\0\0mif1avif', null],
  ])('is refused if its first bytes are of another format: %j', async (bytes, expected) => {
    expect(await refusalOf(file(bytes, 'a.png', 'image/png'))).toBe(expected);
  });

  test('is refused if it is too large, by its exact size', async () => {
    const ofSize = (size: number) => refusalOf({ name: 'a.png', size, slice: () => new Blob(['?']) });

    expect(await ofSize(20_000_001)).toBe('“a.png” has 20.0 MB. The image bank accepts at most 20 MB.');
    expect(await ofSize(20_000_000)).toBeNull();
  });

  test('is refused if it can’t be read, as a folder', async () => {
    const slice = () => ({ arrayBuffer: () => Promise.reject(new Error('NotReadableError')) }) as Blob;

    expect(await refusalOf({ name: 'holidays', size: 4_096, slice })).toMatch(
      /“holidays” can’t be read. If it is a folder/,
    );
  });
});
