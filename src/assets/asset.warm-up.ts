import sharp from 'sharp';
import type { Context } from '../platform/context.ts';
import type { OwnRequest } from '../platform/http/own-requests.ts';
import { derivePicture } from './derive-picture.ts';
import { findMostUsed } from './tag.sql.ts';

/** The most common list query of clients, sent at start-up. It also warms code and caches that other queries use. */
const LIST = `query { assets(first: 50) {
  nodes { id title alt tags createdAt thumbnailUrl file { url width height } } pageInfo { hasNextPage endCursor } } }`;

/** A gray picture, large enough for a rendition. */
const PICTURE = { width: 640, height: 480, channels: 3, background: '#808080' } as const;

/** Decodes and encodes a picture, so that this process loads the decoder and the encoders before the first request. */
export async function workOnPicture(): Promise<void> {
  await derivePicture(await sharp({ create: PICTURE }).png().toBuffer());
}

/** Warm-up requests: the list of pictures, and picks by the most used tag, or by `calm` if the bank has no tags. */
export async function assetRequests({ em }: Context): Promise<OwnRequest[]> {
  const tags = encodeURIComponent((await findMostUsed(em)) ?? 'calm');
  return [
    { path: '/api/admin/image-bank?limit=50', isOperators: true },
    { path: `/api/admin/image-bank?limit=20&tags=${tags}`, isOperators: true },
    { path: '/graphql', body: { query: LIST }, isOperators: true },
    // With `peek`, the pick doesn't advance the rotation.
    { path: `/api/marketing/image-bank/pick?tags=${tags}&peek=true` },
    { path: `/api/marketing/image-bank/pick?tags=${tags}&mode=random` },
  ];
}
