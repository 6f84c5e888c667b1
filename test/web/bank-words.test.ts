import { describe, expect, test } from 'vitest';
import { justifiedRows } from '../../src/assets/web/justified-rows.ts';
import { shownTo } from '../../src/assets/web/shown-to.ts';
import { refusalOf } from '../../src/assets/web/upload-refusal.ts';

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
  const who = (picture: Parameters<typeof shownTo>[0]) =>
    shownTo(picture, now)
      .filter(({ isShown }) => isShown)
      .map((one) => one.who);

  test.each([
    ['in use', { status: 'LIVE' }, ['Campaigns', 'Partners', 'Strangers with its link', 'Operators']],
    ['not valid yet', { status: 'LIVE', validFrom: '2026-11-24T00:00:00Z' }, ['Strangers with its link', 'Operators']],
    ['over to the second', { status: 'LIVE', validUntil: now.toISOString() }, ['Strangers with its link', 'Operators']],
    ['archived', { status: 'ARCHIVED' }, ['Strangers with its link', 'Operators']],
    ['in the trash', { status: 'TRASHED' }, ['Operators']],
    ['held back', { status: 'QUARANTINED' }, ['Operators']],
  ] as const)('%s', (_, picture, expected) => {
    expect(who(picture)).toEqual(expected);
  });
});

describe('a file that the bank would not take', () => {
  test.each([
    [
      { name: 'notes.txt', type: 'text/plain', size: 3 },
      '“notes.txt” is no picture. The bank takes PNG, JPEG, WebP, AVIF and GIF.',
    ],
    [
      { name: 'a.svg', type: 'image/svg+xml', size: 3 },
      '“a.svg” is a picture of another kind. The bank takes PNG, JPEG, WebP, AVIF and GIF.',
    ],
    [{ name: 'a.png', type: 'image/png', size: 0 }, '“a.png” is empty.'],
    [{ name: 'a.png', type: 'image/png', size: 20_000_001 }, '“a.png” has 20.0 MB. The bank takes at most 20 MB.'],
    [{ name: 'a.png', type: 'image/png', size: 20_000_000 }, null],
  ])('%o', (file, expected) => {
    expect(refusalOf(file)).toBe(expected);
  });
});
