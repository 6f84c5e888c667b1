import { z } from 'zod';
import { type AssetFieldsFragment } from '../rest/generated/graphql.ts';
import { Sha256, Time } from '../rest/index.ts';

/** The body that REST callers have been promised. A member is never renamed or removed. */
export const AssetShape = z
  .object({
    id: z.string(),
    title: z.string(),
    alt: z.string(),
    tags: z.array(z.string()),
    kind: z.literal('image'),
    origin: z.enum(['RENDER', 'UPLOAD', 'IMPORT']),
    source: z.string().nullable().describe('Null for strangers and partners'),
    url: z.url(),
    thumbnailUrl: z.url(),
    width: z.int(),
    height: z.int(),
    mediaType: z.string(),
    byteSize: z.int(),
    sha256: Sha256,
    thumbhash: z.string(),
    dominantColor: z.string(),
    sealUrl: z.url().nullable(),
    createdAt: Time,
  })
  .meta({ id: 'Asset' });

export function assetBody({ file, seal, kind, ...asset }: AssetFieldsFragment) {
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
    createdAt,
  };
}
