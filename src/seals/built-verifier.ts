import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Encoding, encoded } from '../platform/http/encoding.ts';
import { PageFrame } from '../site/index.ts';

/** The verifier page, as the build writes it from `web/verifier`. */
export interface Verifier {
  /** The offline page: one file that loads no other. */
  html: Buffer;
  /** SHA-256 of the whole page, as hex. */
  sha256: string;
  /** The offline page, compressed at its first request. */
  encodedHtml: (encoding: Encoding) => Promise<Buffer>;
  /** Frame of a seal's page, which runs the same script as the offline page. */
  frame: PageFrame;
}

/** Reads the built verifier once and caches it. Until the build exists, seal pages work without a verifier. */
export class BuiltVerifier {
  readonly #folder: string;
  #read: Promise<Verifier | null> | null = null;

  /** @param folder folder of the build that contains `verifier.html` */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async find(): Promise<Verifier | null> {
    this.#read ??= readVerifier(this.#folder);
    const verifier = await this.#read;
    if (!verifier) this.#read = null;
    return verifier;
  }
}

async function readVerifier(folder: string): Promise<Verifier | null> {
  try {
    const names = ['verifier.html', 'verifier.js', 'verifier.css'];
    const [text, script, style] = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
    const html = Buffer.from(text!);
    const compressed = new Map<Encoding, Promise<Buffer>>();
    return {
      html,
      sha256: createHash('sha256').update(html).digest('hex'),
      encodedHtml: (encoding) => {
        const known = compressed.get(encoding) ?? encoded(html, encoding, 'once');
        compressed.set(encoding, known);
        return known;
      },
      frame: new PageFrame({ script, style }),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
