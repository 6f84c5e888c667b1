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

/** Leaves beside each file of a build what it is when it is sent to a browser that can unpack it: no request pays for that. */
export function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      for (const [fileName, file] of Object.entries(bundle)) {
        const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        if (content.length < MIN_BYTES || !COMPRESSIBLE.test(fileName)) continue;
        const [brotli, gzipped] = await Promise.all([
          asBrotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
          asGzip(content, { level: 9 }),
        ]);
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotli });
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipped });
      }
    },
  };
}
