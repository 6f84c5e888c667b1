import { z } from 'zod';
import { badUserInput } from '../platform/errors.ts';
import {
  CreateAssetDocument,
  GetRenderDocument,
  HealthDocument,
  ListAssetsDocument,
  MediaDeskDocument,
  PickAssetDocument,
  type RenderFieldsFragment,
  RequestRenderDocument,
  SealTextDocument,
} from './generated/graphql.ts';
import { idempotencyKeyOf, linkToNext, waitOf } from './headers.ts';
import { lowerCase, optionalText, pageQuery, tagList, upperCase } from './inputs.ts';
import { type Reply, route } from './route.ts';
import { AssetShape, assetBody, RenderShape, renderBody, SealShape } from './shapes.ts';

/** Base64 of 20 MB, and some room for the rest. */
const MAX_UPLOAD_BYTES = 28_000_000;
/** A megabyte of text may be twice that when JSON escapes it. */
const MAX_TEXT_BODY_BYTES = 6_500_000;

export const ROUTES = [
  route({
    method: 'GET',
    path: '/api/health/architecture',
    summary: 'What the service needs and whether it is there',
    operation: HealthDocument,
    credential: 'NONE',
    variables: () => ({}),
    reply: ({ health }) => ({
      status: health.ok ? 200 : 503,
      headers: { 'Cache-Control': 'no-store', ...(!health.ok && { 'Retry-After': '2' }) },
      body: {
        ok: health.ok,
        status: health.status.toLowerCase(),
        checkedAt: health.checkedAt,
        connections: health.connections.map((one) => ({ ...one, status: one.status.toLowerCase() })),
      },
    }),
    answer: {
      status: 200,
      description: 'The report',
      schema: z.object({
        ok: z.boolean(),
        status: z.enum(['pass', 'warn', 'fail']),
        checkedAt: z.iso.datetime(),
        connections: z.array(
          z.object({
            name: z.string(),
            ok: z.boolean(),
            required: z.boolean(),
            status: z.enum(['pass', 'warn', 'fail']),
            latencyMs: z.int(),
          }),
        ),
      }),
    },
    alsoAnswers: [{ status: 503, description: 'Something required is down; the report says what' }],
    problems: [],
  }),

  route({
    method: 'POST',
    path: '/api/integrations/cinema/render',
    summary: 'Draw a picture from a brief',
    operation: RequestRenderDocument,
    credential: 'BEARER',
    body: z.strictObject({
      prompt: z.string().describe('What to draw, in English or French'),
      kind: z.string().nullish().describe('`image`'),
      title: optionalText,
      saveToBank: z.boolean().nullish().describe('Default: true'),
      source: optionalText,
      tags: z.array(z.string()).nullish(),
      width: z.int32().nullish().describe('256 to 2048 pixels'),
      height: z.int32().nullish().describe('256 to 2048 pixels'),
      seed: z.int().nullish().describe('The same brief and seed give the same picture'),
    }),
    variables: ({ body, header }) => ({
      input: {
        ...body,
        kind: body.kind ?? 'IMAGE',
        saveToBank: body.saveToBank ?? true,
        idempotencyKey: idempotencyKeyOf(header('idempotency-key')),
      },
      waitSeconds: waitOf(header('prefer')),
    }),
    reply: ({ requestRender: { render, isReplay } }, { publicUrl }) =>
      renderReply(render, publicUrl, isReplay ? { 'Idempotency-Replayed': 'true' } : {}),
    answer: {
      status: 200,
      description: 'Done',
      schema: z.object({ ok: z.boolean(), render: RenderShape, asset: AssetShape.nullable().optional() }),
    },
    alsoAnswers: [
      { status: 202, description: 'It takes longer than the wait: no `asset`, and a `Location` to ask again' },
    ],
    problems: [
      'UNAUTHENTICATED',
      'FORBIDDEN',
      'INPUT_INVALID',
      'IDEMPOTENCY_KEY_INVALID',
      'IDEMPOTENCY_KEY_REUSED',
      'STORAGE_FULL',
    ],
  }),

  route({
    method: 'GET',
    path: '/api/integrations/cinema/render/:id',
    summary: 'How a render stands',
    operation: GetRenderDocument,
    credential: 'BEARER',
    variables: ({ params }) => ({ id: params.id! }),
    reply: ({ render }) => ({
      status: 200,
      headers: { 'Cache-Control': 'no-store', ...(isEnded(render) ? {} : { 'Retry-After': '1' }) },
      body: {
        ok: render.status !== 'FAILED',
        render: renderBody(render),
        asset: render.asset ? assetBody(render.asset) : null,
      },
    }),
    answer: {
      status: 200,
      description: 'The render as it stands',
      schema: z.object({ ok: z.boolean(), render: RenderShape, asset: AssetShape.nullable() }),
    },
    problems: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
  }),

  route({
    method: 'POST',
    path: '/api/legal/provenance-seal',
    summary: 'Seal a text',
    operation: SealTextDocument,
    credential: 'OPTIONAL',
    maxBodyBytes: MAX_TEXT_BODY_BYTES,
    body: z
      .strictObject({
        artifact_text: z.string().describe('Sealed exactly as it is. Not kept'),
        // Whatever it is, absent included, is for the operation to judge: one answer for each way of not saying yes.
        disclaimer_ack: z.unknown().meta({ const: true, description: 'Must be `true`' }).optional(),
        disclaimer_version: z.int32().nullish().describe('The version that was shown; refused when it is not in force'),
        language: z.string().nullish().describe('Of the disclaimer; default: en'),
        private: z.boolean().nullish().describe('Puts a salt in front of the text, which is answered once'),
        retain: z.boolean().nullish().describe('Keeps the text, encrypted, for who shows `ownerToken`'),
        supersedes: z.string().nullish().describe('A seal of yours that this one takes the place of'),
        supersedes_owner_token: z.string().nullish().describe('The `ownerToken` that came with that seal'),
      })
      .meta({ required: ['artifact_text', 'disclaimer_ack'] }),
    variables: ({ body }) => ({
      input: {
        text: body.artifact_text,
        disclaimerAcknowledged: body.disclaimer_ack === true,
        disclaimerVersion: body.disclaimer_version,
        language: body.language ?? undefined,
        private: body.private ?? false,
        retain: body.retain ?? false,
        supersedes: body.supersedes ? { sealId: body.supersedes, ownerToken: body.supersedes_owner_token } : null,
      },
    }),
    pointers: {
      '/text': '/artifact_text',
      '/disclaimerAcknowledged': '/disclaimer_ack',
      '/disclaimerVersion': '/disclaimer_version',
    },
    reply: ({ sealText: { seal, salt, ownerToken } }) => ({
      status: 201,
      headers: { Location: seal.verificationUrl },
      body: {
        ok: true,
        seal: {
          id: seal.id,
          algorithm: 'SHA-256',
          sha256: seal.sha256,
          sealedAt: seal.sealedAt,
          status: seal.status,
          logIndex: seal.logIndex,
          verificationUrl: seal.verificationUrl,
          bundleUrl: seal.bundleUrl,
        },
        ownerToken,
        ...(salt && { salt }),
      },
    }),
    answer: {
      status: 201,
      description: 'Sealed',
      schema: z.object({
        ok: z.literal(true),
        seal: SealShape,
        ownerToken: z.string().describe('Whoever shows it may withdraw the seal: keep it, it is shown once'),
        salt: z.string().optional().describe('Only for a private seal, base64: keep it, it is shown once'),
      }),
    },
    problems: [
      'INPUT_INVALID',
      'FORBIDDEN',
      'NOT_FOUND',
      'DISCLAIMER_OUTDATED',
      'CONFLICT',
      'RATE_LIMITED',
      'LOG_FROZEN',
    ],
  }),

  route({
    method: 'GET',
    path: '/api/admin/image-bank',
    summary: 'The image bank, newest first',
    operation: ListAssetsDocument,
    credential: 'BEARER',
    query: z.strictObject({
      ...pageQuery(100),
      q: z.string().max(200).optional().describe('Part of the title or the description'),
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
    pointers: { '/first': '/limit', '/after': '/cursor' },
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
      'STORAGE_FULL',
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
      if (query.as === 'bytes') return { picture: asset.id, file: new URL(asset.file.url).pathname.split('/').at(-1)! };
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
    problems: ['NO_MATCH', 'INPUT_INVALID'],
  }),

  route({
    method: 'GET',
    path: '/api/media-desk/:token/bank',
    summary: 'The bank as a partner sees it',
    operation: MediaDeskDocument,
    credential: 'PATH_TOKEN',
    query: z.strictObject(pageQuery(50)),
    variables: ({ query }) => ({ first: query.limit, after: query.cursor, tags: query.tags }),
    pointers: { '/first': '/limit', '/after': '/cursor' },
    reply: ({ mediaDesk: { partner, assets } }) => ({
      status: 200,
      // The token is in the path: nobody may keep the answer, index it or pass the address on.
      headers: { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'no-referrer' },
      body: {
        ok: true,
        partner: { name: partner.name },
        items: assets.nodes.map(({ id, title, tags, thumbnailUrl, file: { url, width, height } }) => {
          return { id, title, tags, thumbnailUrl, url, width, height };
        }),
        nextCursor: assets.pageInfo.hasNextPage ? (assets.pageInfo.endCursor ?? null) : null,
      },
    }),
    answer: {
      status: 200,
      description: 'A page of usable pictures',
      schema: z.object({
        ok: z.literal(true),
        partner: z.object({ name: z.string() }),
        items: z.array(
          AssetShape.pick({
            id: true,
            title: true,
            tags: true,
            thumbnailUrl: true,
            url: true,
            width: true,
            height: true,
          }),
        ),
        nextCursor: z.string().nullable(),
      }),
    },
    problems: ['NOT_FOUND'],
  }),
];

function renderReply(render: RenderFieldsFragment, publicUrl: string, headers: Record<string, string>): Reply {
  const body = { ok: render.status !== 'FAILED', render: renderBody(render) };
  if (isEnded(render)) {
    return { status: 200, headers, body: { ...body, asset: render.asset ? assetBody(render.asset) : null } };
  }
  const location = `${publicUrl}/api/integrations/cinema/render/${render.id}`;
  return { status: 202, headers: { ...headers, Location: location, 'Retry-After': '1' }, body };
}

const isEnded = ({ status }: RenderFieldsFragment) => status !== 'QUEUED' && status !== 'RUNNING';
