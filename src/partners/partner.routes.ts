import { z } from 'zod';
import { AssetShape } from '../assets/index.ts';
import { MediaDeskDocument } from '../rest/generated/graphql.ts';
import { pageQuery, type Route, route } from '../rest/index.ts';

/** What a partner's link leads to. */
export const partnerRoutes: readonly Route[] = [
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
