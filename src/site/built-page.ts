import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import { Refusal } from '../platform/errors/errors.ts';
import type { MethodDocs } from '../platform/http/method-docs.ts';
import { type OperationMount, readOnly } from '../platform/http/mount.ts';
import { PAGES_TAG } from './pages.docs.ts';

/** A page built by a bundler: an `index.html` that is never cached, and files that browsers can cache forever. */
export interface BuiltPage {
  /** The folder that holds `index.html` and `assets/`. */
  folder: string;
  /** Name for messages, e.g. `GraphiQL`. */
  title: string;
  /** The Content-Security-Policy of the page and of its workers. */
  policy: string;
  /** Additional response headers of the page. */
  headers?: Readonly<Record<string, string>>;
}

/** Sends `index.html`, uncached, because a release changes the names of its scripts. False, with nothing sent, if the page wasn’t built. */
export async function sendBuiltPage(res: Response, { folder, policy, headers }: BuiltPage): Promise<boolean> {
  const page = await readIfPresent(join(folder, 'index.html'));
  if (page === null) return false;
  res
    .set({ ...headers, 'Cache-Control': 'no-store', 'Content-Security-Policy': policy })
    .type('html')
    .send(page);
  return true;
}

/** Message for a page that wasn’t built. */
export function notBuilt({ title }: BuiltPage): string {
  return `${title} has not been built yet. Run: npm run build`;
}

/**
 * Serves the build's hashed files, as an operation of the contract. The name of such a file changes with its content.
 * @param path where the files are served
 * @param name of the operation in `/openapi.json`
 * @param at where the page is served
 */
export function builtFiles(path: string, name: string, at: string, page: BuiltPage): OperationMount {
  return readOnly(path, filesDocs(name, page.title, at), sendBuiltFile(page));
}

/** Sends the hashed file of a build that `req.params.file` names. Callers can cache it forever. */
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
        // A worker follows the policy of its own script, not the page’s.
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
        // Small files have no compressed copy.
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
    sendAs(encodingFor(req));
  };
}

/** Encodings of the files in the build, smallest first. */
const ENDINGS = { br: '.br', gzip: '.gz' } as const;
type Encoding = keyof typeof ENDINGS;

function encodingFor(req: Request): Encoding | null {
  // Ranges refer to the uncompressed file.
  if (req.headers.range || !req.headers['accept-encoding']) return null;
  // The smallest one that the browser accepts. The order in its header means nothing.
  return (Object.keys(ENDINGS) as Encoding[]).find((encoding) => req.acceptsEncodings(encoding)) ?? null;
}

function filesDocs(name: string, title: string, at: string): MethodDocs {
  return {
    name,
    tag: PAGES_TAG,
    summary: `A file of ${title}`,
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
