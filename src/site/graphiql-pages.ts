import type { RequestHandler } from 'express';
import type { Mount } from '../platform/http/mount.ts';
import { type BuiltPage, builtFiles, notBuilt, sendBuiltPage } from './built-page.ts';

/**
 * What GraphiQL needs and nothing else: its own scripts, workers, icon font and requests, all from this origin.
 * `'unsafe-inline'` is for styles alone: Monaco writes `<style>` elements and style attributes while it runs.
 * `data:` pictures are Monaco's squiggles under faulty text.
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

/** Kinds a GraphQL client asks for. They stand before HTML, so that a client taking anything is not given a page. */
const DATA_TYPES = ['application/graphql-response+json', 'application/json', 'text/event-stream'];

/** The build's hashed files. @param folder where the build was put, the folder that holds `index.html` */
export function graphiqlFiles(folder: string): Mount {
  return builtFiles('/graphiql/assets/:file', 'graphiqlFile', '/graphql', graphiql(folder));
}

/**
 * Answers with the GraphiQL page when the caller would rather read HTML than data, as a browser's address bar does;
 * every other request goes on to the next handler.
 */
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
  return { folder, title: 'GraphiQL', policy: CONTENT_SECURITY_POLICY };
}
