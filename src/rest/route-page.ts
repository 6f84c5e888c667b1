import type { Request } from 'express';
import type { z } from 'zod';
import type { PageFrame } from '../platform/pages/html-page.ts';
import type { TypedDocumentString } from './generated/graphql.ts';
import type { RouteRequest } from './route.ts';

/** The same answer for people: what a browser is given at the address of a route that others read as JSON. */
export interface RoutePage<Data = unknown, Variables = unknown, Query = unknown> {
  operation: TypedDocumentString<Data, Variables>;
  query: z.ZodType<Query>;
  variables(request: RouteRequest<unknown, Query>): Variables;
  /** Headers of the page, and of what is said instead where something is wrong. */
  headers: Record<string, string>;
  frame: PageFrame;
  /** The title as text and the body as HTML. Neither may hold what the address is the secret of. */
  render(data: Data, request: RouteRequest<unknown, Query>): { title: string; body: string };
}

export function routePage<Data, Variables, Query>(page: RoutePage<Data, Variables, Query>): RoutePage {
  return page as unknown as RoutePage;
}

/** They stand before HTML, so that a program that takes anything is answered as ever. */
const DATA_TYPES = ['application/json', 'application/problem+json'];

/** Whether a page is wanted rather than data, as the address bar of a browser does. */
export function wantsPage(req: Request): boolean {
  return req.accepts([...DATA_TYPES, 'text/html']) === 'text/html';
}
