import { createHash } from 'node:crypto';
import { foldTag } from '../../../src/assets/tag-folding.ts';
import { newId } from '../../../src/platform/ids.ts';
import type { TestDatabase } from '../../support/database.ts';

/** Text that goes wrong wherever somebody quotes, escapes or cuts it by hand. */
const AWKWARD_TEXTS = [
  'plain',
  `"quoted" and 'quoted'`,
  String.raw`back\slash \u0041 \n \\`,
  'two\nlines\r\nand\ta tab',
  'control \u0001 \u001f \u007f \b \f',
  '👩‍🚀 astronaut, 🏳️‍🌈, e\u0301 and é',
  'عربي من اليمين \u202Eturned\u202C',
  'separators \u2028 \u2029 \ufeff \u00a0',
  '</script><!-- &amp; {"data":null} ]}',
  '$1 $$ %s 100% under_score -- ; drop table asset',
  '',
  ' ',
  'null',
  'x'.repeat(5_000),
];

export interface Bank {
  /** Ids of the assets, oldest first. */
  assetIds: string[];
  sealIds: string[];
  /** Of the integration: one of the bank, one beside it, one that failed, one that waits; and one of the operator. */
  renderIds: string[];
}

const A_WHILE_AGO = Date.now() - 3_600_000;

/**
 * Fills a bank by SQL, so that it holds what no door of the service would let in, too. Every third asset is sealed, every
 * sixth twice: the first seal superseded by the second, which accepts a disclaimer.
 */
export async function fillBank(database: TestDatabase, size: number): Promise<Bank> {
  const bank: Bank = { assetIds: [], sealIds: [], renderIds: [] };
  for (let index = 0; index < size; index++) {
    const id = newId('asset');
    const text = AWKWARD_TEXTS[index % AWKWARD_TEXTS.length]!;
    const sha256 = createHash('sha256').update(id).digest('hex');
    const tags = [
      `every ${index % 2 === 0 ? 'second' : 'other'}`,
      'common',
      ...(text.trim() ? [text.slice(0, 60)] : []),
    ];
    await database.query(
      `insert into tag (id, key, label) select * from unnest($1::text[], $2::text[], $3::text[]) on conflict do nothing`,
      [tags.map(() => newId('tag')), tags.map(foldTag), tags],
    );
    const optional = (value: string) => (index % 4 === 0 ? null : value);
    await database.query(
      `insert into asset (id, origin, status, title, alt, source, sha256, extension, media_type, byte_size, width, height,
         thumbhash, dominant_color, perceptual_hash, tag_labels, tag_keys, licence, credit, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, 'png', 'image/png', $8, $9, 600, $10, '#a0b1c2', '0123456789abcdef', $11, $12, $13,
         $14, $15, $16)`,
      [
        id,
        ['RENDER', 'UPLOAD', 'IMPORT'][index % 3],
        ['LIVE', 'LIVE', 'ARCHIVED', 'QUARANTINED', 'TRASHED'][index % 5],
        `${text} ${index}`,
        text,
        optional(text),
        sha256,
        index === 7 ? 2_147_483_647 : 1_000 + index,
        800 + index,
        `hash+/${index}==`,
        index % 9 === 0 ? [] : tags,
        index % 9 === 0 ? [] : tags.map(foldTag),
        optional(text),
        optional(`by ${text}`),
        // As it is in a service: by the time that its id tells, too.
        new Date(A_WHILE_AGO + index * 1_007),
        // Before the year 1000 and with no milliseconds: how many digits are written must not depend on the value.
        new Date(index % 6 === 0 ? '0999-12-31T23:59:59.000Z' : '2026-02-03T04:05:06.789Z'),
      ],
    );
    bank.assetIds.push(id);
    if (index % 3 === 0) bank.sealIds.push(...(await insertSeals(database, id, sha256, index)));
  }
  bank.renderIds.push(...(await insertRenders(database, bank.assetIds[0]!)));
  return bank;
}

async function insertSeals(database: TestDatabase, assetId: string, sha256: string, index: number): Promise<string[]> {
  const ids = index % 6 === 0 ? [newId('seal'), newId('seal')] : [newId('seal')];
  for (const [place, id] of ids.entries()) {
    const supersededBy = ids[place + 1] ?? null;
    await database.query(
      `insert into seal (id, subject, asset_id, is_private, sha256, byte_length, media_type, statement, signature, key_id,
         log, log_index, sealed_at, status, superseded_by, disclaimer_id)
       values ($1, 'ASSET', $2, false, $3, 1000, 'image/png', '{}', '', $3, 9, $4, now(), $5, $6,
         (select id from disclaimer where $7 limit 1))`,
      [id, assetId, sha256, 2 * index + place, supersededBy ? 'SUPERSEDED' : 'SEALED', supersededBy, place > 0],
    );
  }
  return ids;
}

async function insertRenders(database: TestDatabase, assetId: string): Promise<string[]> {
  const picture = { sha256: 'b'.repeat(64), extension: 'webp', media_type: 'image/webp', byte_size: 7 };
  const words = String.raw`["sea \u2028 \"at\" dawn", "é", ""]`;
  const understood = `{"style": [], "scene": {"words": ${words}, "value": "SEA", "isFromBrief": true, "more": 1e2}, "light": null,
    "season": null, "palette": [{"hex": "#123456", "name": "blue", "words": []}], "exclusions": [{"means": null, "words": ${words}}],
    "composition": [{"value": "WATER", "words": [], "isFromBrief": false}, {"value": "SNOW_COVER", "words": [], "isFromBrief": true}]}`;
  const empty = '{"style": [], "palette": [], "composition": [], "exclusions": []}';
  const renders: Record<string, unknown>[] = [
    { status: 'SUCCEEDED', asset_id: assetId, understood, ...picture },
    {
      status: 'SUCCEEDED',
      understood: empty,
      note: 'It is “so”.',
      completed_at: '2026-02-03T04:05:06.700Z',
      ...picture,
    },
    { status: 'FAILED', failure_reason: 'WORKER_LOST', ignored_terms: ['two words', 'a "quote"', 'null', ''] },
    { status: 'QUEUED', source: AWKWARD_TEXTS[2], seed: '9007199254740991' },
    { status: 'SUCCEEDED', requested_by: 'operator:admin', ...picture },
  ];
  const ids: string[] = [];
  for (const render of renders) {
    const id = newId('render');
    const row = {
      id,
      title: AWKWARD_TEXTS[1],
      prompt: AWKWARD_TEXTS[3],
      seed: 7,
      width: 256,
      height: 512,
      save_to_bank: true,
      requested_by: 'integration:inbound',
      request_hash: '',
      ...('sha256' in render && { image_width: 256, image_height: 512 }),
      ...render,
    };
    await database.query(
      `insert into render (${Object.keys(row).join(', ')}) values (${Object.keys(row).map((_, index) => `$${index + 1}`)})`,
      Object.values(row),
    );
    ids.push(id);
  }
  return ids;
}
