import { z } from 'zod';
import { badUserInput } from '../platform/errors/errors.ts';
import {
  CreateAssetDocument,
  GetAssetDocument,
  ListAssetsDocument,
  PickAssetDocument,
} from '../rest/generated/graphql.ts';
import {
  Count,
  idempotencyKeyOf,
  linkToNext,
  lowerCase,
  optionalText,
  pageQuery,
  type Reply,
  type Route,
  route,
  tagList,
  upperCase,
} from '../rest/index.ts';
import { BANK_TAG } from './asset.docs.ts';
import { AssetStatus } from './asset.entity.ts';
import { MAX_ALT_LENGTH, MAX_TITLE_LENGTH } from './asset.service.ts';
import { ASSET_EXAMPLE, AssetShape, assetBody, NotAppliedShape, notAppliedBody } from './asset.shape.ts';
import { MAX_SEARCH_LENGTH } from './asset-filter.ts';
import type { MediaHandler } from './media.handler.ts';
import { MAX_NAME_LENGTH } from './picker.ts';

/** Base64 of 20 MB, and some room for the rest. */
const MAX_UPLOAD_BYTES = 28_000_000;

/** Tags of the caller; what each may be is for the operation to check. */
const TagsOfCaller = z
  .array(z.string().meta({ minLength: 1, maxLength: 64 }))
  .meta({ maxItems: 32 })
  .nullish();
/** How long it may be is for the operation to check. */
const Word = z.string().meta({ maxLength: MAX_NAME_LENGTH });

/** The bank on REST. */
export const assetRoutes = (media: MediaHandler): Route[] => [
  route({
    method: 'GET',
    path: '/api/admin/image-bank',
    tag: BANK_TAG,
    summary: 'The image bank, newest first',
    description:
      'A page at a time, along the `Link`. What is asked for with `status` and the like has to be met all together.',
    example: { query: { limit: '2', tags: 'lake' } },
    operation: ListAssetsDocument,
    credential: 'BEARER',
    isTagged: true,
    query: z.strictObject({
      ...pageQuery(100),
      q: z
        .string()
        .max(MAX_SEARCH_LENGTH)
        .optional()
        .describe("Part of the title or the description. Case and accents don't matter."),
      status: upperCase(['LIVE', 'ARCHIVED', 'TRASHED', 'QUARANTINED']).optional().describe('Default: any.'),
      origin: upperCase(['RENDER', 'UPLOAD', 'IMPORT']).optional().describe('How it came into the bank. Default: any.'),
    }),
    variables: ({ query }) => ({
      first: query.limit,
      after: query.cursor,
      filter: {
        tags: query.tags,
        search: query.q,
        status: query.status ? [query.status] : Object.values(AssetStatus),
        origin: query.origin && [query.origin],
      },
    }),
    pointers: { '/first': '/limit', '/after': '/cursor', '/filter/tags': '/tags', '/filter/search': '/q' },
    reply: ({ assets }, { publicUrl, query }) => {
      const nextCursor = assets.pageInfo.hasNextPage ? (assets.pageInfo.endCursor ?? null) : null;
      return {
        status: 200,
        headers: linkToNext(`${publicUrl}/api/admin/image-bank`, query, nextCursor),
        body: {
          ok: true,
          items: assets.nodes.map(assetBody),
          nextCursor,
          totalCount: assets.totalCount,
          totalIsExact: assets.totalIsExact,
        },
      };
    },
    answer: {
      status: 200,
      description: 'A page, with a `Link` to the next one.',
      headers: ['Link?'],
      schema: z.object({
        ok: z.literal(true),
        items: z.array(AssetShape),
        nextCursor: z.string().nullable().describe('Null on the last page.'),
        totalCount: Count,
        totalIsExact: z
          .boolean()
          .describe('When false there are at least `totalCount`: long lists are not counted to their end.'),
      }),
      example: { ok: true, items: [ASSET_EXAMPLE], nextCursor: null, totalCount: 1, totalIsExact: true },
    },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN'],
  }),

  route({
    method: 'POST',
    path: '/api/admin/image-bank',
    tag: BANK_TAG,
    summary: 'Put a picture into the bank',
    description:
      'From an address, in base64, or as a form with one `file`: exactly one of them. PNG, JPEG, WebP, AVIF and GIF up to 20 MB; it is drawn anew, without what is hidden in it. The same bytes are never stored twice: the asset that has them gets the tags.',
    example: {
      body: {
        title: 'One pixel',
        tags: ['blue'],
        imageBase64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      },
    },
    takes: ['Idempotency-Key'],
    operation: CreateAssetDocument,
    credential: 'BEARER',
    maxBodyBytes: MAX_UPLOAD_BYTES,
    takesUpload: true,
    body: z.strictObject({
      title: optionalText(MAX_TITLE_LENGTH, 'Default: the file name in `imageUrl`, else `Untitled`.'),
      alt: optionalText(MAX_ALT_LENGTH, 'What the picture shows. Default: the title.'),
      tags: TagsOfCaller.describe('At most 32.'),
      source: optionalText(MAX_ALT_LENGTH, 'Where it comes from, for the record.'),
      imageUrl: z.string().max(2_000).nullish().describe('A public address to fetch the picture from.'),
      imageBase64: z
        .union([z.string(), z.instanceof(Buffer).meta({ format: 'binary' })])
        .nullish()
        .describe('Instead of `imageUrl`.'),
    }),
    variables: ({ body, header }) => ({
      input: { ...body, idempotencyKey: idempotencyKeyOf(header('idempotency-key')) },
    }),
    reply: ({ createAsset: { asset, duplicateOf, notApplied, alreadyIssued } }): Reply => {
      if (alreadyIssued) {
        return {
          status: 200,
          headers: { 'Idempotency-Replayed': 'true' },
          body: { ok: true, asset: assetBody(asset) },
        };
      }
      return duplicateOf
        ? { status: 200, body: { ok: true, asset: assetBody(asset), duplicateOf, ...notAppliedBody(notApplied) } }
        : { status: 201, headers: { Location: asset.file.url }, body: { ok: true, asset: assetBody(asset) } };
    },
    answer: {
      status: 201,
      description: 'Added. `Location` is the address of the picture.',
      headers: ['Location'],
      schema: z.object({
        ok: z.literal(true),
        asset: AssetShape,
        duplicateOf: z.string().optional().describe('The asset that had these bytes before.'),
        notApplied: NotAppliedShape,
      }),
      example: { ok: true, asset: { ...ASSET_EXAMPLE, origin: 'UPLOAD', source: null, sealUrl: null } },
    },
    alsoAnswers: [
      {
        status: 200,
        description:
          'The bank has these bytes already, as `duplicateOf`. That asset got the tags; `notApplied` lists what was not applied. A replay of an idempotency key has neither: its asset is the one of the first request, as it is now.',
        headers: ['Idempotency-Replayed?'],
        example: {
          ok: true,
          asset: { ...ASSET_EXAMPLE, origin: 'UPLOAD', source: null, sealUrl: null },
          duplicateOf: ASSET_EXAMPLE.id,
        },
        asked: {},
      },
    ],
    problems: [
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'INPUT_INVALID',
      'PICTURE_REFUSED',
      'URL_NOT_ALLOWED',
      'DOWNLOAD_FAILED',
      'PAYLOAD_TOO_LARGE',
      'IDEMPOTENCY_KEY_INVALID',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  }),

  route({
    method: 'GET',
    path: '/api/admin/image-bank/:id',
    tag: BANK_TAG,
    summary: 'One picture of the bank',
    description: 'As in the list, by its id.',
    params: { id: { description: 'Of the asset.', example: ASSET_EXAMPLE.id } },
    example: {},
    operation: GetAssetDocument,
    credential: 'BEARER',
    isTagged: true,
    variables: ({ params }) => ({ id: params.id! }),
    reply: ({ asset }) => ({ status: 200, body: { ok: true, asset: assetBody(asset) } }),
    answer: {
      status: 200,
      description: 'The picture.',
      schema: z.object({ ok: z.literal(true), asset: AssetShape }),
      example: { ok: true, asset: ASSET_EXAMPLE },
    },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),

  route({
    method: 'GET',
    path: '/api/marketing/image-bank/pick',
    tag: BANK_TAG,
    summary: 'One fitting picture, in fair rotation',
    description:
      'Every picture that fits comes once before any comes again, also with many callers at a time; each `campaign` has a rotation of its own. With `as=bytes` or `as=redirect` the address can stand in an `<img>`. `HEAD` and `peek` take no turn.',
    takes: ['If-None-Match'],
    example: { query: { tags: 'lake,autumn', match: 'best', campaign: 'spring' } },
    operation: PickAssetDocument,
    credential: 'NONE',
    query: z.strictObject({
      tags: tagList.describe('1 to 16 tags, comma separated.'),
      match: lowerCase(['all', 'any', 'best'])
        .default('all')
        .describe('Whether it needs every tag, one of them, or as many as there are pictures for.'),
      not: tagList.optional().describe('Tags it must not have, comma separated, at most 16.'),
      campaign: Word.optional().describe('Each campaign has a rotation of its own.'),
      sticky: Word.optional().describe('The same word, for example a recipient, gets the same picture.'),
      mode: lowerCase(['rotate', 'random', 'newest']).default('rotate').describe('Which of those that fit.'),
      as: lowerCase(['json', 'redirect', 'bytes']).default('json').describe('The form of the answer.'),
      peek: z
        .enum(['', '0', '1', 'true', 'false'])
        .transform((value) => value !== '0' && value !== 'false')
        .optional()
        .describe('Show whose turn it is without taking it.'),
    }),
    variables: ({ query, isHead }) => {
      // An empty list is a request that says nothing, not one whose value is refused.
      if (query.tags.length === 0)
        throw badUserInput('Name at least one tag: `?tags=winter,calm`.', [{ pointer: '/tags', detail: 'Empty.' }]);
      return {
        input: {
          tags: query.tags,
          match: query.match.toUpperCase() as 'ALL' | 'ANY' | 'BEST',
          not: query.not,
          campaign: query.campaign,
          sticky: query.sticky,
          mode: query.mode.toUpperCase() as 'ROTATE' | 'RANDOM' | 'NEWEST',
          peek: isHead || (query.peek ?? false),
        },
      };
    },
    reply: ({ pickAsset: { asset, matchedTags, match, mode } }, { query }): Reply => {
      if (query.as === 'redirect') return { redirectTo: asset.file.url };
      if (query.as === 'bytes') return bytesOf(asset, media);
      return {
        status: 200,
        headers: { 'Cache-Control': 'no-store' },
        body: { ok: true, asset: assetBody(asset), matchedTags, match: match.toLowerCase(), mode: mode.toLowerCase() },
      };
    },
    answer: {
      status: 200,
      description: 'The picture as JSON; with `as=bytes` the picture itself, with its `ETag`.',
      headers: ['Cache-Control', 'ETag?', 'Accept-Ranges?', 'Cross-Origin-Resource-Policy?'],
      otherContent: { 'image/png': 'BYTES', 'image/jpeg': 'BYTES', 'image/webp': 'BYTES' },
      schema: z.object({
        ok: z.literal(true),
        asset: AssetShape,
        matchedTags: z.array(z.string()),
        match: z.enum(['all', 'any', 'best']),
        mode: z.enum(['rotate', 'random', 'newest']),
      }),
      example: { ok: true, asset: ASSET_EXAMPLE, matchedTags: ['lake', 'autumn'], match: 'best', mode: 'rotate' },
    },
    alsoAnswers: [
      {
        status: 302,
        description: 'With `as=redirect`: the address of the picture.',
        headers: ['Location', 'Cache-Control', 'Vary', 'RateLimit?', 'RateLimit-Policy?'],
        content: {
          'text/plain': { text: `Found. Redirecting to ${ASSET_EXAMPLE.url}` },
          'text/html': {
            text: `<!DOCTYPE html><head><title>Found</title></head><body><p>Found. Redirecting to ${ASSET_EXAMPLE.url}</p></body>`,
          },
        },
        asked: { query: { tags: 'lake', as: 'redirect' } },
      },
      {
        status: 304,
        description: 'With `as=bytes`, when the picture whose turn it is is the one that `If-None-Match` names.',
        headers: [
          'Cache-Control',
          'ETag',
          'Accept-Ranges',
          'Cross-Origin-Resource-Policy',
          'RateLimit?',
          'RateLimit-Policy?',
        ],
        content: null,
      },
    ],
    problems: ['NO_MATCH', 'INPUT_INVALID', 'RATE_LIMITED'],
  }),
];

function bytesOf({ id, file }: { id: string; file: { url: string } }, media: MediaHandler): Reply {
  const name = new URL(file.url).pathname.split('/').at(-1)!;
  return {
    async send(req, res) {
      // Another call may get another picture: the bytes are for ever, this address is not.
      res.set('Cache-Control', 'no-store');
      await media.send(req, res, id, name, { isRotating: true });
    },
  };
}
