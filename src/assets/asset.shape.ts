import { z } from 'zod';
import { type AssetFieldsFragment } from '../rest/generated/graphql.ts';
import { Count, Sha256, Time } from '../rest/index.ts';

/** The body that REST callers have been promised. A member is never renamed or removed. */
export const AssetShape = z
  .object({
    id: z.string(),
    title: z.string(),
    alt: z.string(),
    tags: z.array(z.string()),
    kind: z.literal('image'),
    origin: z.enum(['RENDER', 'UPLOAD', 'IMPORT']),
    source: z.string().nullable().describe('Null for strangers and partners.'),
    url: z.url(),
    thumbnailUrl: z.url(),
    width: Count.describe('In pixels.'),
    height: Count.describe('In pixels.'),
    mediaType: z.string(),
    byteSize: Count,
    sha256: Sha256,
    thumbhash: z.string().describe('A blurred preview, base64.'),
    dominantColor: z.string().regex(/^#[0-9a-f]{6}$/),
    sealUrl: z.url().nullable().describe('Null until its bytes are sealed.'),
    status: z
      .enum(['ARCHIVED', 'TRASHED', 'QUARANTINED'])
      .optional()
      .describe(
        'Of a picture that is not in use; left out where it is LIVE. Strangers find nothing at the links of the last two.',
      ),
    createdAt: Time,
  })
  .meta({ id: 'Asset' });

/** Details that were not applied, for both ways into the bank. */
export const NotAppliedShape = z
  .array(
    z.object({
      field: z.enum(['title', 'alt', 'source', 'tags']),
      values: z.array(z.string()).describe('Values of the request.'),
      reason: z
        .enum(['KEPT', 'NOT_LIVE', 'NOT_PERMITTED', 'REMOVED', 'TOO_MANY'])
        .describe(
          'KEPT: the picture keeps its own. NOT_LIVE: only LIVE pictures get tags. NOT_PERMITTED: the caller can’t tag it. REMOVED: an operator removed these tags. TOO_MANY: it would have more than 32 tags.',
        ),
    }),
  )
  .optional()
  .describe('Details of the request that were not applied, because the bank had the picture before. Left out if none.');

/** The member `notApplied` of a body; none where all was applied. */
export function notAppliedBody(notApplied: readonly { field: string; values: string[]; reason: string }[] | null) {
  if (!notApplied?.length) return {};
  return {
    notApplied: notApplied.map(({ field, values, reason }) => ({ field: field.toLowerCase(), values, reason })),
  };
}

/** The picture of the examples. */
export const ASSET_EXAMPLE = {
  id: 'ast_01m818k5q9er0az63q2g08xk2r',
  title: 'Boathouse',
  alt: 'Lake in autumn at golden hour, mountains behind, trees, a low sun',
  tags: ['autumn', 'clear', 'golden hour', 'lake', 'mountains', 'spring mailing', 'sun', 'trees', 'water'],
  kind: 'image',
  origin: 'RENDER',
  source: null,
  url: 'http://127.0.0.1:4000/media/ast_01m818k5q9er0az63q2g08xk2r/original.png',
  thumbnailUrl: 'http://127.0.0.1:4000/media/ast_01m818k5q9er0az63q2g08xk2r/320.webp',
  width: 256,
  height: 256,
  mediaType: 'image/png',
  byteSize: 57727,
  sha256: '3779fd55bb54e1d8191558dbc83c4e6d2ddd0aa242b484599e0e6beeaff31e15',
  thumbhash: 'aTkGLwRXeYd6eHh1dwiJWHh7dScHeHAB',
  dominantColor: '#eac876',
  sealUrl: 'http://127.0.0.1:4000/v/seal_01m818k64re2grt0x6hj567snj',
  createdAt: '2026-11-22T09:15:01.213Z',
} satisfies z.input<typeof AssetShape>;

export function assetBody({ file, seal, kind, status, ...asset }: AssetFieldsFragment) {
  const { id, title, alt, tags, origin, source, thumbnailUrl, thumbhash, dominantColor, createdAt } = asset;
  return {
    id,
    title,
    alt,
    tags,
    kind: kind.toLowerCase(),
    origin,
    source: source ?? null,
    url: file.url,
    thumbnailUrl,
    width: file.width,
    height: file.height,
    mediaType: file.mediaType,
    byteSize: file.byteSize,
    sha256: file.sha256,
    thumbhash,
    dominantColor,
    sealUrl: seal?.verificationUrl ?? null,
    ...(status !== 'LIVE' && { status }),
    createdAt,
  };
}
