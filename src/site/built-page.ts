import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestHandler, Response } from 'express';
import { Refusal } from '../platform/errors/errors.ts';
import { type Encoding, encodingFor } from '../platform/http/encoding.ts';
import type { MethodDocs } from '../platform/http/method-docs.ts';
import { type OperationMount, readOnly } from '../platform/http/mount.ts';
import { PAGES_TAG } from './pages.docs.ts';

/**
 * A page built by a bundler: an `index.html` that is never cached, and files with hashed names that browsers can cache forever.
 */
export interface BuiltPage {
  /** Path of the folder that contains `index.html` and `assets/`. */
  folder: string;
  /** Name of the page in error messages, e.g. `GraphiQL`. */
  title: string;
  /** Content-Security-Policy header of the page and of its worker scripts. */
  policy: string;
  /** Additional response headers for `index.html`. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a page’s `index.html` uncached, because each release changes the names of its scripts. Returns false and sends nothing if
 * the page wasn’t built.
 */
export async function sendBuiltPage(res: Response, { folder, policy, headers }: BuiltPage): Promise<boolean> {
  const page = await readIfPresent(join(folder, 'index.html'));
  if (page === null) return false;
  res
    .set({ ...headers, 'Cache-Control': 'no-store', 'Content-Security-Policy': policy })
    .type('html')
    .send(page);
  return true;
}

/** Error message for a page that wasn’t built. */
export function notBuilt({ title }: BuiltPage): string {
  return `${title} has not been built yet. Run: npm run build`;
}

/**
 * Serves the files of a built page, as an operation of the OpenAPI document. The name of such a file contains a hash of its
 * content.
 * @param path path of the files
 * @param name name of the operation in `/openapi.json`
 * @param at path of the page
 */
export function builtFiles(path: string, name: string, at: string, page: BuiltPage): OperationMount {
  return readOnly(path, filesDocs(name, page.title, at), sendBuiltFile(page));
}

/**
 * Sends the file of a built page that `req.params.file` names. Browsers can cache it forever, because its name contains a hash.
 */
export function sendBuiltFile({ folder, title, policy }: BuiltPage): RequestHandler {
  return (req, res, next) => {
    const file = String(req.params.file);
    const varied = res.get('Vary');
    res.vary('Accept-Encoding');
    const sendAs = (encoding: Encoding | null) => {
      const options = {
        root: join(folder, 'assets'),
        immutable: true,
        maxAge: '365d',
        dotfiles: 'ignore' as const,
        // The header is sent with scripts too, because a worker follows the policy of its own script, not that of the page.
        headers: {
          'X-Content-Type-Options': 'nosniff',
          'Content-Security-Policy': policy,
          ...(encoding && { 'Content-Encoding': encoding }),
        },
      };
      if (encoding) res.type(file);
      res.sendFile(encoding ? file + ENDINGS[encoding] : file, options, (error) => {
        if (!error || res.headersSent) return;
        res.removeHeader('Content-Encoding');
        // The build has no compressed copy of this file, e.g. because the file is small, so it is sent uncompressed.
        if (encoding) return sendAs(null);
        if (varied) res.set('Vary', varied);
        else res.removeHeader('Vary');
        next(
          new Refusal('NOT_FOUND', `The build of ${title} has no file with this name. Reload the page.`, {
            cause: error,
          }),
        );
      });
    };
    // Range requests get the uncompressed file, because their positions refer to it.
    sendAs(req.headers.range ? null : encodingFor(req));
  };
}

/** File name endings of the compressed copies in the build. */
const ENDINGS: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

function filesDocs(name: string, title: string, at: string): MethodDocs {
  return {
    name,
    tag: PAGES_TAG,
    summary: `A file of ${title.replace(/^The /, 'the ')}`,
    description: `A script, style sheet or font of the page at \`${at}\`. The name of the file changes with its content.`,
    params: { file: { description: 'Name of the file.', example: 'index.js' } },
    takes: ['Accept-Encoding', 'Range', 'If-None-Match'],
    example: {},
    answers: {
      200: {
        description: 'The file.',
        headers: ['Cache-Control', 'Content-Encoding?', 'Last-Modified', 'Accept-Ranges', 'Vary'],
        content: {
          'text/javascript': { text: 'export{};' },
          'text/css': { text: 'body{}' },
          'font/ttf': 'BYTES',
        },
      },
      206: {
        description: 'The requested part of the file.',
        headers: ['Cache-Control', 'Last-Modified', 'Accept-Ranges', 'Content-Range', 'Vary'],
        content: { 'text/javascript': 'BYTES', 'text/css': 'BYTES', 'font/ttf': 'BYTES' },
        request: { headers: { Range: 'bytes=0-15' } },
      },
    },
    problems: ['NOT_FOUND'],
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
