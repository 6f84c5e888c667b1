import type { z } from 'zod';
import type { TypedDocumentString } from './generated/graphql.ts';
import type { RouteRequest } from './route-request.ts';

/** Frame of a page. */
interface PageFrame {
  readonly policy: string;
  page(title: string, body: string, options?: object): Buffer;
}

/** The same answer for people: what a browser is given at the address of a route that others read as JSON. */
export interface RoutePage<Data = unknown, Variables = unknown, Query = unknown> {
  operation: TypedDocumentString<Data, Variables>;
  query: z.ZodType<Query>;
  variables(request: RouteRequest<unknown, Query>): Variables;

  headers: Record<string, string>;
  frame: PageFrame;
  options?: object;
  /** The title as text and the body as HTML. Neither may hold what the address is the secret of. */
  render(data: Data, request: RouteRequest<unknown, Query>): { title: string; body: string };
}

export function routePage<Data, Variables, Query>(page: RoutePage<Data, Variables, Query>): RoutePage {
  return page as unknown as RoutePage;
}
