import type { z } from 'zod';
import type { TypedDocumentString } from './generated/graphql.ts';
import type { RouteRequest } from './route-request.ts';

/** Renders the frame around the content of an HTML page. */
interface PageFrame {
  readonly policy: string;
  page(title: string, body: string, options?: object): Buffer;
}

/** HTML page of a route, for browsers. Other clients get JSON from the same path. */
export interface RoutePage<Data = unknown, Variables = unknown, Query = unknown> {
  operation: TypedDocumentString<Data, Variables>;
  query: z.ZodType<Query>;
  variables(request: RouteRequest<unknown, Query>): Variables;

  headers: Record<string, string>;
  frame: PageFrame;
  options?: object;
  /** Renders the page: title as text and body as HTML. Neither may contain the secret token of the URL. */
  render(data: Data, request: RouteRequest<unknown, Query>): { title: string; body: string };
}

export function routePage<Data, Variables, Query>(page: RoutePage<Data, Variables, Query>): RoutePage {
  return page as unknown as RoutePage;
}
