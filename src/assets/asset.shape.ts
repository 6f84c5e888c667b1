import { z } from 'zod';
import type { AssetFieldsFragment, NotAppliedFieldsFragment } from '../rest/generated/graphql.ts';
import { AssetFields, NotAppliedFields } from '../rest/generated/shapes.ts';
import { lowerCased, lowerCasedEnum } from '../rest/index.ts';

const { kind, file, dominantColor, seal, status } = AssetFields.shape;

/** Response body of an asset in REST: the GraphQL fragment with the differences below. Fields are never renamed or removed. */
export const AssetShape = AssetFields.omit({ file: true, seal: true })
  .extend({
    kind: lowerCasedEnum(kind),
    ...file.shape,
    dominantColor: dominantColor.regex(/^#[0-9a-f]{6}$/),
    sealUrl: seal
      .unwrap()
      .shape.verificationUrl.nullable()
      .describe('URL of the page of the picture’s newest seal. Null until the picture is sealed.'),
    status: status.exclude(['LIVE']).optional().describe(`${status.description} LIVE pictures don’t have this member.`),
  })
  .meta({ id: 'Asset' });

export function assetBody({
  kind,
  file,
  seal,
  status,
  ...sameAsInGraph
}: AssetFieldsFragment): z.input<typeof AssetShape> {
  return {
    ...sameAsInGraph,
    kind: lowerCased(kind),
    ...file,
    sealUrl: seal?.verificationUrl ?? null,
    ...(status !== 'LIVE' && { status }),
  };
}

/** Details of a request that were not applied to an existing asset, for uploads and renders. */
export const NotAppliedShape = z
  .array(NotAppliedFields.extend({ field: lowerCasedEnum(NotAppliedFields.shape.field) }))
  .optional()
  .describe('Details of the request that were not applied, because the bank had the picture before. Left out if none.');

/** The field `notApplied` of a response. Omitted if everything was applied, and for a repeated request. */
export function notAppliedBody(notApplied: readonly NotAppliedFieldsFragment[] | null) {
  if (!notApplied?.length) return {};
  return { notApplied: notApplied.map((one) => ({ ...one, field: lowerCased(one.field) })) };
}

/** Asset used in the examples of the API documentation. */
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
