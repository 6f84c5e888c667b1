import sharp from 'sharp';
import type { Context } from '../platform/context.ts';
import type { OwnRequest } from '../platform/http/own-requests.ts';
import { derivePicture } from './derive-picture.ts';
import { findMostUsed } from './tag.sql.ts';

/** The most common list query of clients. It also warms what other queries need. */
const LIST = `query { assets(first: 50) {
  nodes { id title alt tags createdAt thumbnailUrl file { url width height } } pageInfo { hasNextPage endCursor } } }`;

/** A gray picture, large enough for a rendition. */
const PICTURE = { width: 640, height: 480, channels: 3, background: '#808080' } as const;

/** Loads the decoder and the encoders of this process. */
export async function workOnPicture(): Promise<void> {
  await derivePicture(await sharp({ create: PICTURE }).png().toBuffer());
}

/** The list, and a pick by a tag that exists. */
export async function assetRequests({ em }: Context): Promise<OwnRequest[]> {
  const tags = encodeURIComponent((await findMostUsed(em)) ?? 'calm');
  return [
    { path: '/api/admin/image-bank?limit=50', isOperators: true },
    { path: `/api/admin/image-bank?limit=20&tags=${tags}`, isOperators: true },
    { path: '/graphql', body: { query: LIST }, isOperators: true },
    // `peek` doesn't advance the rotation.
    { path: `/api/marketing/image-bank/pick?tags=${tags}&peek=true` },
    { path: `/api/marketing/image-bank/pick?tags=${tags}&mode=random` },
  ];
}
