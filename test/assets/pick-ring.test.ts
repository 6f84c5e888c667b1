import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../support/database.ts';

/** Pictures of up to four tags; every seventh is not in use, every fifth not any more. */
const PICTURES = Array.from({ length: 90 }, (_, n) => ({
  id: `ast_${String(n).padStart(26, '0')}`,
  place: ((n * 37) % 90) / 90,
  tags: [1, 2, 3, 4].filter((tag) => (n * 7 + tag) % (tag + 1) === 0),
  isUsable: n % 7 !== 0 && n % 5 !== 0,
  status: n % 7 === 0 ? 'ARCHIVED' : 'LIVE',
  validUntil: n % 5 === 0 ? '2020-01-01' : null,
}));

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
  for (const tag of [1, 2, 3, 4]) {
    await database.query(
      `insert into tag (id, number, key, label) values ('tag_' || $1::text, $1::int, $1::text, $1::text)`,
      [tag],
    );
  }
  for (const { id, place, tags, status, validUntil } of PICTURES) {
    await database.query(
      `insert into asset (id, origin, status, title, alt, sha256, extension, media_type, byte_size, width, height, thumbhash,
         dominant_color, perceptual_hash, tag_labels, tag_keys, pick_key, valid_until)
       values ($1, 'UPLOAD', $2, 'x', 'x', $1, 'png', 'image/png', 1, 1, 1, '', '#000000', '', $3, $3, $4, $5)`,
      [id, status, tags, place, validUntil],
    );
  }
});
afterAll(() => database.drop());

const someTags = (minLength: number) => fc.uniqueArray(fc.constantFrom(1, 2, 3, 4), { minLength, maxLength: 3 });

test('however it is looked for, the pictures after a place come first, then those from the beginning, each once', async () => {
  const asked = fc.record({
    tags: someTags(1),
    avoided: someTags(0),
    isAny: fc.boolean(),
    many: fc.integer({ min: 1, max: 40 }),
    place: fc.oneof(
      fc.constantFrom(-1, 0, 1),
      fc.integer({ min: 0, max: 89 }).map((n) => n / 90),
    ),
    within: fc.oneof(fc.constantFrom(0, 1, 1_000), fc.integer({ min: 2, max: 60 })),
  });
  await fc.assert(
    fc.asyncProperty(asked, async ({ tags, avoided, isAny, many, place, within }) => {
      const fitting = PICTURES.filter((picture) => {
        const has = (tag: number) => picture.tags.includes(tag);
        return picture.isUsable && (isAny ? tags.some(has) : tags.every(has)) && !avoided.some(has);
      }).sort((one, other) => one.place - other.place);
      const ring = [...fitting.filter((one) => one.place > place), ...fitting.filter((one) => one.place <= place)];

      const [found] = await database.query<{ ids: string[] | null; places: number[] | null }>(
        'select o_ids as ids, o_places as places from pick_ring($1, $2, $3, $4, $5, $6)',
        [tags, avoided, isAny, place, many, within],
      );

      const expected = ring.slice(0, many);
      expect(found!.ids ?? []).toEqual(expected.map(({ id }) => id));
      expect(found!.places ?? []).toEqual(expected.map((one) => one.place));
    }),
    { numRuns: 300 },
  );
});
