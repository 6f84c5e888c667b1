import { z } from 'zod';
import { badUserInput } from '../platform/errors/errors.ts';
import {
  CreateAssetDocument,
  GetAssetDocument,
  ListAssetsDocument,
  PickAssetDocument,
} from '../rest/generated/graphql.ts';
import {
  idempotencyKeyOf,
  listExample,
  listReply,
  listShape,
  lowerCase,
  optionalText,
  pageQuery,
  type Reply,
  type Route,
  route,
  tagList,
  type UploadForm,
  upperCase,
} from '../rest/index.ts';
import { BANK_TAG } from './asset.docs.ts';
import { AssetStatus } from './asset.entity.ts';
import { MAX_ALT_LENGTH, MAX_TITLE_LENGTH } from './asset.service.ts';
import { ASSET_EXAMPLE, AssetShape, assetBody, NotAppliedShape, notAppliedBody } from './asset.shape.ts';
import { MAX_SEARCH_LENGTH } from './asset-filter.ts';
import type { MediaHandler } from './media.handler.ts';
import { MAX_NAME_LENGTH } from './picker.ts';

/** 20 MB of picture as Base64, plus the other fields of the body. */
const MAX_UPLOAD_BYTES = 28_000_000;

/** Tags of the request. The limits are only for the documentation; the operation validates each tag. */
const TagsOfCaller = z
  .array(z.string().meta({ minLength: 1, maxLength: 64 }))
  .meta({ maxItems: 32 })
  .nullish();
/** Name of a campaign or recipient. The operation validates its length. */
const Word = z.string().meta({ maxLength: MAX_NAME_LENGTH });

/** Form with one picture. Its name and type are neither trusted nor stored. */
const UPLOAD_FORM: UploadForm = {
  schema: {
    type: 'object',
    properties: {
      file: { type: 'string', format: 'binary', description: 'The picture: PNG, JPEG, WebP, AVIF or GIF.' },
      title: { type: 'string', maxLength: 200 },
      alt: { type: 'string', maxLength: 1_000 },
      tags: { type: 'string', description: 'Tags, comma separated.' },
      source: { type: 'string', maxLength: 1_000 },
    },
    required: ['file'],
  },
  limits: () => ({ maxFiles: 1, maxFileBytes: 20_000_000, maxBytes: 20_000_000 }),
  bodyOf: ({ tags, ...fields }, [file]) => ({
    ...fields,
    ...(tags !== undefined && { tags: tagList.parse(tags) }),
    ...(file && { imageBase64: file.bytes }),
  }),
};

/** REST routes of the bank. */
export const assetRoutes = (media: MediaHandler): Route[] => [
  route({
    method: 'GET',
    path: '/api/admin/image-bank',
    tag: BANK_TAG,
    summary: 'List the pictures of the bank, newest first',
    description:
      'Returns one page of pictures; the header `Link` has the URL of the next page, if there is one. Pictures must match all query parameters.',
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
      status: upperCase(['LIVE', 'ARCHIVED', 'TRASHED', 'QUARANTINED'])
        .optional()
        .describe('Only pictures with this status. Default: every status, including TRASHED.'),
      origin: upperCase(['RENDER', 'UPLOAD', 'IMPORT'])
        .optional()
        .describe('Only pictures with this origin. Default: any.'),
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
    reply: ({ assets }, { publicUrl, query }) =>
      listReply(`${publicUrl}/api/admin/image-bank`, query, assets, assetBody),
    answer: {
      status: 200,
      description: 'One page of pictures. The header `Link` has the URL of the next page, if there is one.',
      headers: ['Link?'],
      schema: listShape(AssetShape),
      example: listExample(ASSET_EXAMPLE),
    },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN'],
  }),

  route({
    method: 'POST',
    path: '/api/admin/image-bank',
    tag: BANK_TAG,
    summary: 'Add a picture to the bank',
    description:
      'Send exactly one of a URL, base64, or a form with one `file`. PNG, JPEG, WebP, AVIF and GIF up to 20 MB. The image is re-encoded and its metadata removed. The same bytes are stored once: the asset that has them gets the tags.',
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
    form: UPLOAD_FORM,
    body: z.strictObject({
      title: optionalText(
        MAX_TITLE_LENGTH,
        'Title of the picture. Default: the file name in `imageUrl`, else `Untitled`.',
      ),
      alt: optionalText(MAX_ALT_LENGTH, 'Description of what the picture shows. Default: the title.'),
      tags: TagsOfCaller.describe('Tags, at most 32.'),
      source: optionalText(MAX_ALT_LENGTH, 'Origin of the picture, for the record.'),
      imageUrl: z.string().max(2_000).nullish().describe('Public URL of the picture.'),
      imageBase64: z
        .union([z.string(), z.instanceof(Buffer).meta({ format: 'binary' })])
        .nullish()
        .describe('The file in base64, instead of `imageUrl`.'),
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
      description: 'The picture was added. `Location` is the URL of the picture.',
      headers: ['Location'],
      schema: z.object({
        ok: z.literal(true),
        asset: AssetShape,
        duplicateOf: z.string().optional().describe('Id of the asset that had these bytes before.'),
        notApplied: NotAppliedShape,
      }),
      example: { ok: true, asset: { ...ASSET_EXAMPLE, origin: 'UPLOAD', source: null, sealUrl: null } },
    },
    alsoAnswers: [
      {
        status: 200,
        description:
          'The bank already has these bytes, in the asset `duplicateOf`. That asset got the tags; `notApplied` lists what was not applied. The response to a repeated idempotency key has neither field, and shows the current state of the first request’s asset.',
        headers: ['Idempotency-Replayed?'],
        example: {
          ok: true,
          asset: { ...ASSET_EXAMPLE, origin: 'UPLOAD', source: null, sealUrl: null },
          duplicateOf: ASSET_EXAMPLE.id,
        },
        request: {},
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
    summary: 'Get a picture of the bank',
    description: 'Returns one picture in the same form as the list.',
    params: { id: { description: 'Id of the asset.', example: ASSET_EXAMPLE.id } },
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
    summary: 'Pick a matching picture in fair rotation',
    description:
      'Each matching picture is returned once before any is repeated, also with concurrent callers. Each `campaign` has its own rotations. With `as=bytes` or `as=redirect` the URL can be the source of an image. `HEAD` and `peek` don’t advance the rotation.',
    takes: ['If-None-Match'],
    example: { query: { tags: 'lake,autumn', match: 'best', campaign: 'spring' } },
    operation: PickAssetDocument,
    credential: 'NONE',
    query: z.strictObject({
      tags: tagList.describe('Wanted tags, 1 to 16, comma separated.'),
      match: lowerCase(['all', 'any', 'best'])
        .default('all')
        .describe(
          'Rule for a match. `all`: the picture has every tag. `any`: it has at least one. `best`: it has every tag; if no picture has, unknown tags and then the rarest are dropped.',
        ),
      not: tagList.optional().describe('Tags that the picture must not have, at most 16, comma separated.'),
      campaign: Word.optional().describe('Name of a campaign. Each campaign has its own rotations.'),
      sticky: Word.optional().describe(
        'Any identifier of the recipient. As long as the bank doesn’t change, requests with the same identifier, tags and campaign return the same picture. `mode` is then ignored.',
      ),
      mode: lowerCase(['rotate', 'random', 'newest'])
        .default('rotate')
        .describe('Choice among the matching pictures: in rotation, at random, or the newest.'),
      as: lowerCase(['json', 'redirect', 'bytes'])
        .default('json')
        .describe('Form of the response: JSON, a redirect to the picture, or its bytes.'),
      peek: z
        .enum(['', '0', '1', 'true', 'false'])
        .transform((value) => value !== '0' && value !== 'false')
        .optional()
        .describe('Show the next picture without advancing the rotation. Default: false.'),
    }),
    variables: ({ query, isHead }) => {
      // A request without tags gets its own error, which shows how to send tags.
      if (query.tags.length === 0)
        throw badUserInput('Send at least one tag: `?tags=winter,calm`.', [{ pointer: '/tags', detail: 'Empty.' }]);
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
      example: { ok: true, asset: ASSET_EXAMPLE, matchedTags: ['autumn', 'lake'], match: 'best', mode: 'rotate' },
    },
    alsoAnswers: [
      {
        status: 302,
        description: 'With `as=redirect`: redirect to the picture.',
        headers: ['Location', 'Cache-Control', 'Vary', 'RateLimit?', 'RateLimit-Policy?'],
        content: {
          'text/plain': { text: `Found. Redirecting to ${ASSET_EXAMPLE.url}` },
          'text/html': {
            text: `<!DOCTYPE html><head><title>Found</title></head><body><p>Found. Redirecting to ${ASSET_EXAMPLE.url}</p></body>`,
          },
        },
        request: { query: { tags: 'lake', as: 'redirect' } },
      },
      {
        status: 304,
        description: 'With `as=bytes`, if the picked picture is the one named in `If-None-Match`.',
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
      // The next call of this URL can return another picture, so the response isn't cached. The URL of the picture itself is
      // cacheable.
      res.set('Cache-Control', 'no-store');
      await media.send(req, res, id, name, { isRotating: true });
    },
  };
}
