import { z } from 'zod';
import { badUserInput } from '../platform/errors.ts';
import { CreateAssetDocument, ListAssetsDocument, PickAssetDocument } from '../rest/generated/graphql.ts';
import {
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
import { MAX_SEARCH_LENGTH } from './asset.reads.ts';
import { AssetShape, assetBody } from './asset.shape.ts';
import type { MediaHandler } from './media.handler.ts';

/** Base64 of 20 MB, and some room for the rest. */
const MAX_UPLOAD_BYTES = 28_000_000;

/** The bank on REST. */
export const assetRoutes = (media: MediaHandler): Route[] => [
  route({
    method: 'GET',
    path: '/api/admin/image-bank',
    summary: 'The image bank, newest first',
    operation: ListAssetsDocument,
    credential: 'BEARER',
    query: z.strictObject({
      ...pageQuery(100),
      q: z.string().max(MAX_SEARCH_LENGTH).optional().describe('Part of the title or the description'),
      status: upperCase(['LIVE', 'ARCHIVED', 'TRASHED', 'QUARANTINED']).optional(),
      origin: upperCase(['RENDER', 'UPLOAD', 'IMPORT']).optional(),
    }),
    variables: ({ query }) => ({
      first: query.limit,
      after: query.cursor,
      filter: {
        tags: query.tags,
        search: query.q,
        status: query.status && [query.status],
        origin: query.origin && [query.origin],
      },
    }),
    pointers: { '/first': '/limit', '/after': '/cursor', '/filter/tags': '/tags', '/filter/search': '/q' },
    reply: ({ assets }, { publicUrl, query }) => {
      const nextCursor = assets.pageInfo.hasNextPage ? (assets.pageInfo.endCursor ?? null) : null;
      return {
        status: 200,
        headers: { 'Cache-Control': 'no-store', ...linkToNext(`${publicUrl}/api/admin/image-bank`, query, nextCursor) },
        body: { ok: true, items: assets.nodes.map(assetBody), nextCursor, totalCount: assets.totalCount },
      };
    },
    answer: {
      status: 200,
      description: 'A page, with a `Link` to the next one',
      schema: z.object({
        ok: z.literal(true),
        items: z.array(AssetShape),
        nextCursor: z.string().nullable(),
        totalCount: z.int(),
      }),
    },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN'],
  }),

  route({
    method: 'POST',
    path: '/api/admin/image-bank',
    summary: 'Put a picture into the bank',
    operation: CreateAssetDocument,
    credential: 'BEARER',
    maxBodyBytes: MAX_UPLOAD_BYTES,
    takesUpload: true,
    body: z.strictObject({
      title: optionalText,
      alt: optionalText,
      tags: z.array(z.string()).nullish(),
      source: optionalText,
      imageUrl: z.string().max(2_000).nullish().describe('A public address to fetch the picture from'),
      imageBase64: z
        .union([z.string(), z.instanceof(Buffer).meta({ format: 'binary' })])
        .nullish()
        .describe('Instead of `imageUrl`'),
    }),
    variables: ({ body }) => ({ input: body }),
    reply: ({ createAsset: { asset, duplicateOf } }) =>
      duplicateOf
        ? { status: 200, body: { ok: true, asset: assetBody(asset), duplicateOf } }
        : { status: 201, headers: { Location: asset.file.url }, body: { ok: true, asset: assetBody(asset) } },
    answer: {
      status: 201,
      description: 'Added',
      schema: z.object({ ok: z.literal(true), asset: AssetShape, duplicateOf: z.string().optional() }),
    },
    alsoAnswers: [{ status: 200, description: 'The bank has these bytes already: `duplicateOf` says where' }],
    problems: [
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'INPUT_INVALID',
      'PICTURE_REFUSED',
      'URL_NOT_ALLOWED',
      'DOWNLOAD_FAILED',
      'PAYLOAD_TOO_LARGE',
    ],
  }),

  route({
    method: 'GET',
    path: '/api/marketing/image-bank/pick',
    summary: 'One fitting picture, in fair rotation',
    operation: PickAssetDocument,
    credential: 'NONE',
    query: z.strictObject({
      tags: tagList,
      match: lowerCase(['all', 'any', 'best']).default('all'),
      not: tagList.optional().describe('Tags it must not have, comma separated'),
      campaign: z.string().optional().describe('Each campaign has a rotation of its own'),
      sticky: z.string().optional().describe('The same word gets the same picture'),
      mode: lowerCase(['rotate', 'random', 'newest']).default('rotate'),
      as: lowerCase(['json', 'redirect', 'bytes']).default('json'),
      peek: z
        .enum(['', '0', '1', 'true', 'false'])
        .transform((value) => value !== '0' && value !== 'false')
        .optional()
        .describe('Show whose turn it is without taking it'),
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
      description: 'The picture as JSON; with `as=bytes` the picture itself',
      schema: z.object({
        ok: z.literal(true),
        asset: AssetShape,
        matchedTags: z.array(z.string()),
        match: z.enum(['all', 'any', 'best']),
        mode: z.enum(['rotate', 'random', 'newest']),
      }),
    },
    alsoAnswers: [{ status: 302, description: 'With `as=redirect`: the address of the picture', mediaType: null }],
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
