import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Smaller ones gain less than the header of another encoding costs. */
const MIN_BYTES = 1_024;
/** What is compressed already, such as a picture, is not listed. */
const COMPRESSIBLE = /\.(?:css|js|json|svg|ttf)$/;
/** 11 would save a fifteenth more and take twenty times as long, of which most for an editor that few open. */
const BROTLI_QUALITY = 9;

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/**
 * Leaves beside each file of a build what it is when it is sent to a browser that can unpack it: no request pays for that.
 * Once they are written, since the bundler changes them until then.
 */
export function precompressed(): Plugin {
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
