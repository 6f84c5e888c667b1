import { type ApolloServer, HeaderMap } from '@apollo/server';
import type { Request, RequestHandler, Response } from 'express';
import type { Context } from '../../context.ts';

/**
 * Has Apollo answer what was asked, whose body has been read. Apollo's own way to be put under Express parses addresses by
 * what Node deprecates, and Node says so of a bundle.
 */
export function apolloHandler(apollo: ApolloServer<Context>, contextFor: (res: Response) => Context): RequestHandler {
  apollo.assertStarted('apolloHandler()');
  return async (req, res) => {
    const { status, headers, body } = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method: req.method, headers: headersOf(req), search: searchOf(req), body: req.body },
      context: async () => contextFor(res),
    });
    // Answers in parts come of @defer and @stream, which this schema does not have.
    if (body.kind !== 'complete') throw new Error('Apollo answered in parts.');
    res
      .status(status ?? 200)
      .setHeaders(headers)
      .send(body.string);
  };
}

function headersOf(req: Request): HeaderMap {
  const headers = new HeaderMap();
  for (const [name, value] of Object.entries(req.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  return headers;
}

/** With its question mark; empty without one. */
function searchOf({ url }: Request): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}
