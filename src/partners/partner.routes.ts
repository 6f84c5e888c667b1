import { z } from 'zod';
import { ASSET_EXAMPLE } from '../assets/index.ts';
import { MediaDeskDocument } from '../rest/generated/graphql.ts';
import { MediaDeskPictureFields } from '../rest/generated/shapes.ts';
import { linkToNext, pageQuery, type Route, route } from '../rest/index.ts';
import { mediaDeskPage, UNTRACED } from './media-desk.page.ts';

const DeskPicture = MediaDeskPictureFields.omit({ file: true }).extend(MediaDeskPictureFields.shape.file.shape);

/** REST routes of the media desk. */
export const partnerRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/media-desk/:token/bank',
    tag: { name: 'Media desk', description: 'The image bank as a partner sees it.' },
    summary: 'List pictures of the media desk',
    description:
      'Usable pictures, newest first; follow the `Link` header for more pages. The token in the path is the credential: unknown, expired and revoked tokens get the same response. In a browser this URL shows a gallery, which also accepts `before` to page back.',
    params: {
      token: {
        description: 'Token from the partner’s link.',
        example: 'imgp_wbqolQhaxmwXpNbHbTkTkttVAzHSCwZCO1AQWgX',
      },
    },
    example: { query: { limit: '1' } },
    operation: MediaDeskDocument,
    credential: 'PATH_TOKEN',
    query: z.strictObject(pageQuery(50)),
    variables: ({ query }) => ({ first: query.limit, after: query.cursor, tags: query.tags }),
    pointers: { '/first': '/limit', '/after': '/cursor' },
    reply: ({ mediaDesk: { partner, assets } }, { publicUrl, params, query }) => {
      const nextCursor = assets.pageInfo.hasNextPage ? (assets.pageInfo.endCursor ?? null) : null;
      return {
        status: 200,
        headers: {
          ...UNTRACED,
          ...linkToNext(`${publicUrl}/api/media-desk/${params.token}/bank`, query, nextCursor),
        },
        body: {
          ok: true,
          partner: { name: partner.name },
          items: assets.nodes.map(({ file, ...asset }) => ({ ...asset, ...file })),
          nextCursor,
        },
      };
    },
    answer: {
      status: 200,
      description: 'Page of usable pictures. The header `Link` has the URL of the next page, if there is one.',
      headers: ['Cache-Control', 'X-Robots-Tag', 'Link?'],
      example: {
        ok: true,
        partner: { name: 'Lakeside Agency' },
        items: [
          {
            id: ASSET_EXAMPLE.id,
            title: ASSET_EXAMPLE.title,
            tags: ASSET_EXAMPLE.tags,
            thumbnailUrl: ASSET_EXAMPLE.thumbnailUrl,
            url: ASSET_EXAMPLE.url,
            width: ASSET_EXAMPLE.width,
            height: ASSET_EXAMPLE.height,
          },
        ],
        nextCursor: null,
      },
      schema: z.object({
        ok: z.literal(true),
        partner: z.object({ name: z.string() }),
        items: z.array(DeskPicture),
        nextCursor: z.string().nullable(),
      }),
    },
    page: mediaDeskPage,
    problems: ['NOT_FOUND'],
  }),
];
