import { type ApolloServer, HeaderMap } from '@apollo/server';
import type { Request, RequestHandler, Response } from 'express';
import type { Context } from '../../context.ts';

/**
 * Lets Apollo execute a request whose body was already read. Apollo's own Express integration parses URLs with a deprecated Node
 * function, which Node warns about in a bundle.
 */
export function apolloHandler(apollo: ApolloServer<Context>, contextFor: (res: Response) => Context): RequestHandler {
  apollo.assertStarted('apolloHandler()');
  return async (req, res) => {
    const { status, headers, body } = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method: req.method, headers: headersOf(req), search: searchOf(req), body: req.body },
      context: async () => contextFor(res),
    });
    // Apollo returns partial answers only for @defer and @stream, which this schema doesn't have.
    if (body.kind !== 'complete') throw new Error('Apollo returned a partial answer.');
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

/** Query string of the request's URL with its question mark. Empty without a query. */
function searchOf({ url }: Request): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}
