import type { RequestHandler } from 'express';
import type { Mount } from '../platform/http/mount.ts';
import { type BuiltPage, builtFiles, notBuilt, sendBuiltPage } from './built-page.ts';
import { texts } from './texts.ts';

/**
 * Allows scripts, workers, fonts and requests of this origin only. Styles need `'unsafe-inline'`, because Monaco writes `<style>`
 * elements and style attributes. `data:` is for the underlines that Monaco draws below errors.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Media types that GraphQL clients accept. Content negotiation prefers them to HTML, so that a client that accepts anything gets
 * data.
 */
const DATA_TYPES = ['application/graphql-response+json', 'application/json', 'text/event-stream'];

/**
 * Serves the files of GraphiQL.
 * @param folder build folder with `index.html`
 */
export function graphiqlFiles(folder: string): Mount {
  return builtFiles('/graphiql/assets/:file', 'graphiqlFile', '/graphql', graphiql(folder));
}

/** Sends the GraphiQL page to callers that prefer HTML to data, as browsers do. Passes any other request to the next handler. */
export function graphiqlIndex(folder: string): RequestHandler {
  const page = graphiql(folder);
  return async (request, response, next) => {
    response.vary('Accept');
    if (request.accepts([...DATA_TYPES, 'text/html']) !== 'text/html') return next();
    if (await sendBuiltPage(response, page)) return;
    response
      .status(503)
      .set('Cache-Control', 'no-store')
      .type('text/plain')
      .send(`${notBuilt(page)}\n`);
  };
}

function graphiql(folder: string): BuiltPage {
  return { folder, title: texts.builtPages.graphiql, policy: CONTENT_SECURITY_POLICY };
}
