import { access, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { RequestHandler } from 'express';
import { Refusal } from '../errors.ts';

/** What the build lays beside a file, smallest first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** Of the files that are laid there twice. Set here, since the name of the packed one says nothing of what is in it. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** As the build names its files. What was packed is sent as what it is, under the name of that. */
const FILE_NAME = /^[\w-][\w.-]*\.(?:js|css|svg|png|webp|woff2)$/;

/**
 * Sends a file of a page's build, packed if whoever asks can unpack it. The name of such a file changes with its content, so
 * it may be kept for ever.
 * @param distFolder the folder that holds `index.html` and `assets`
 */
export function builtFile(distFolder: string, page: string): RequestHandler {
  const root = join(distFolder, 'assets');
  return async (req, res, next) => {
    const file = String(req.params.file);
    const absent = (cause?: unknown) => next(new Refusal('NOT_FOUND', `There is no such file of ${page}.`, { cause }));
    if (!FILE_NAME.test(file)) return absent();
    const packed = await packedFor(root, file, (encoding) => req.acceptsEncodings(encoding) !== false);
    const type = TYPES[extname(file)];
    if (type) res.type(type).vary('Accept-Encoding');
    if (packed) res.set('Content-Encoding', packed.encoding);
    const options = {
      ...{ root, immutable: true, maxAge: '365d', dotfiles: 'ignore' as const, acceptRanges: false },
      headers: { 'X-Content-Type-Options': 'nosniff' },
    };
    res.sendFile(file + (packed?.suffix ?? ''), options, (error) => {
      if (!error || res.headersSent) return;
      for (const name of ['Content-Encoding', 'Content-Type', 'Vary']) res.removeHeader(name);
      absent(error);
    });
  };
}

/** Sends the page itself, which nobody keeps, since it names the files of this build; while there is none, what to run. */
export function builtIndex(distFolder: string, { name, policy }: { name: string; policy: string }): RequestHandler {
  return async (_req, res) => {
    const page = await readIfPresent(join(distFolder, 'index.html'));
    res.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
    if (page === null) {
      res.status(503).type('text/plain').send(`${name} has not been built yet. Run: npm run build\n`);
      return;
    }
    // With less, browsers leave out the origin of what its scripts send.
    res.set({ 'Content-Security-Policy': policy, 'Referrer-Policy': 'same-origin' }).type('text/html').send(page);
  };
}

async function packedFor(root: string, file: string, accepts: (encoding: string) => boolean) {
  for (const [encoding, suffix] of ENCODINGS) {
    if (!accepts(encoding)) continue;
    const isThere = await access(join(root, file + suffix)).then(
      () => true,
      () => false,
    );
    if (isThere) return { encoding, suffix };
  }
  return null;
}

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
