import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { Refusal } from '../errors.ts';
import type { MethodDocs } from '../http/method-docs.ts';
import { type Mount, readOnly } from '../http/mount.ts';
import { PAGES_TAG } from '../pages/pages.docs.ts';

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

const filesDocs: MethodDocs = {
  name: 'graphiqlFile',
  tag: PAGES_TAG,
  summary: 'A file of GraphiQL',
  description: 'What the page at `/graphql` loads. The name of such a file changes with its content.',
  params: { file: { description: 'Its name.', example: 'index.js' } },
  takes: ['Range', 'If-None-Match'],
  example: {},
  answers: {
    200: {
      description: 'The file.',
      headers: ['Cache-Control', 'Last-Modified', 'Accept-Ranges'],
      content: {
        'text/javascript': { text: 'export{};' },
        'text/css': { text: 'body{}' },
        'font/ttf': 'BYTES',
      },
    },
    206: {
      description: 'The one part that was asked for.',
      headers: ['Cache-Control', 'Last-Modified', 'Accept-Ranges', 'Content-Range'],
      content: { 'text/javascript': 'BYTES', 'text/css': 'BYTES', 'font/ttf': 'BYTES' },
      asked: { headers: { Range: 'bytes=0-15' } },
    },
  },
  problems: ['NOT_FOUND'],
};

/** Kinds a GraphQL client asks for. They stand before HTML, so that a client taking anything is not given a page. */
const DATA_TYPES = ['application/graphql-response+json', 'application/json', 'text/event-stream'];

/**
 * Serves the build's hashed files. The name of such a file changes with its content, so it may be kept for ever.
 * @param distFolder where the build was put, the folder that holds `index.html`
 */
export function graphiqlFiles(distFolder: string): Mount {
  const send: RequestHandler = (req, res, next) => {
    const options = {
      root: join(distFolder, 'assets'),
      immutable: true,
      maxAge: '365d',
      dotfiles: 'ignore' as const,
      // A worker obeys the policy of its own script, not that of the page.
      headers: { 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': CONTENT_SECURITY_POLICY },
    };
    res.sendFile(String(req.params.file), options, (error) => {
      if (!error || res.headersSent) return;
      next(new Refusal('NOT_FOUND', 'There is no such file of GraphiQL.', { cause: error }));
    });
  };
  return readOnly('/graphiql/assets/:file', filesDocs, send);
}

/**
 * Answers with the GraphiQL page when the caller would rather read HTML than data, as a browser's address bar does;
 * every other request goes on to the next handler.
 * @param distFolder where the build was put, the folder that holds `index.html`
 */
export function graphiqlIndex(distFolder: string): RequestHandler {
  return async (request, response, next) => {
    response.vary('Accept');
    if (request.accepts([...DATA_TYPES, 'text/html']) !== 'text/html') return next();

    const page = await readIfPresent(join(distFolder, 'index.html'));
    response.set('Cache-Control', 'no-store');
    if (page === null) {
      response.status(503).type('text/plain').send('GraphiQL has not been built yet. Run: npm run build\n');
      return;
    }
    response.set('Content-Security-Policy', CONTENT_SECURITY_POLICY).type('text/html').send(page);
  };
}

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
