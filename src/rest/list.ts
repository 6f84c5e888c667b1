import { z } from 'zod';
import { linkToNext } from './headers.ts';
import type { Reply } from './route.ts';
import { Count } from './shapes.ts';

/** Page of a connection, as the operations of lists select it. */
interface ListPage<Node> {
  nodes: readonly Node[];
  pageInfo: { hasNextPage: boolean; endCursor?: string | null };
  totalCount: unknown;
  totalIsExact: unknown;
}

/** Schema of the response body of a list. */
export const listShape = <Item extends z.ZodType>(item: Item) =>
  z.object({
    ok: z.literal(true),
    items: z.array(item),
    nextCursor: z.string().nullable().describe('Cursor of the next page. Null on the last page.'),
    totalCount: Count,
    totalIsExact: z
      .boolean()
      .describe('If false, `totalCount` is a lower bound, because long lists aren’t counted to the end.'),
  });

/** Example of the response body of a list with one item. */
export const listExample = <Item>(item: Item) => ({
  ok: true,
  items: [item],
  nextCursor: null,
  totalCount: 1,
  totalIsExact: true,
});

/**
 * Makes the response of a list, with the header `Link` if there is a next page.
 * @param address URL of the list without its query
 */
export function listReply<Node>(
  address: string,
  query: Record<string, unknown>,
  { nodes, pageInfo, totalCount, totalIsExact }: ListPage<Node>,
  itemOf: (node: Node) => unknown,
): Reply {
  const nextCursor = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
  return {
    status: 200,
    headers: linkToNext(address, query, nextCursor),
    body: { ok: true, items: nodes.map(itemOf), nextCursor, totalCount, totalIsExact },
  };
}
