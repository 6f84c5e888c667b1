import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Minimum bytes of a file that is compressed. Smaller files gain less than the header of another encoding costs. */
const MIN_BYTES = 1_024;
/** Matches files whose format isn't compressed itself, unlike pictures. */
const COMPRESSIBLE = /\.(?:css|js|json|svg|ttf)$/;
/** Compression level. Level 11 would save 7 % more and take twenty times as long, mostly for an editor that few users open. */
const BROTLI_QUALITY = 9;

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/**
 * Vite plugin that writes a Brotli and a gzip version next to each file of a build, after all other plugins, so that the service
 * never compresses a file per request.
 */
export function precompress(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      for (const fileName of Object.keys(bundle).filter((name) => COMPRESSIBLE.test(name))) {
        const file = join(dir!, fileName);
        const content = await readFile(file);
        if (content.length < MIN_BYTES) continue;
        await Promise.all([
          writeFile(
            `${file}.br`,
            await asBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
          ),
          writeFile(`${file}.gz`, await asGzip(content, { level: 9 })),
        ]);
      }
    },
  };
}
