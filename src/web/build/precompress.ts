import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Minimum bytes of a file that is compressed. Compressing a smaller file saves too little. */
const MIN_BYTES = 1_024;
/** Matches names of files whose format isn't already compressed, e.g. scripts and SVG images, but not PNG images. */
const COMPRESSIBLE = /\.(?:css|js|json|mjs|svg|ttf)$/;
/** Level of Brotli compression. The maximum, 11, would make builds much slower and save only a few percent more. */
const BROTLI_QUALITY = 9;

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/**
 * Vite plugin that writes a Brotli and a gzip version next to each compressible file of a build, so that the service doesn't
 * compress these files per request.
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
