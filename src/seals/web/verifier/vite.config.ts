import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { PageFrame } from '../../../site/index.ts';

const BODY = `<h1>Is it the sealed one?</h1>
<p>This page compares a file or a text with its provenance seal. It is one file, it asks nobody anything, and it works without
a network: keep it, together with the trust file.</p>
<div id="verifier"></div>
<noscript><p>Without scripts this page cannot compare anything. The file VERIFY.txt, which every seal has, tells how to do it
with openssl and sha256sum.</p></noscript>`;

/** Makes the script and the style into one file that works from disk, and leaves both beside it for the pages of seals. */
function oneFile(): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const script = bundle['verifier.js'];
      const style = bundle['verifier.css'];
      if (script?.type !== 'chunk' || style?.type !== 'asset') return this.error('there is no script or no style');
      script.code = script.code.trim();
      // What a page would read otherwise than the script's hash was taken of. None is there now; should one come, it has to
      // be spelt in another way.
      if (/<\/script|<!--|[\r\0]/i.test(script.code))
        this.error('the script holds what a page would change or end it at');
      const frame = new PageFrame({ script: script.code, style: String(style.source), hasFonts: false });
      const source = frame.page('Verify a seal', BODY, { home: null });
      this.emitFile({ type: 'asset', fileName: 'verifier.html', source });
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [oneFile()],
  build: {
    outDir: fileURLToPath(new URL('../../../../dist/web/verifier', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    // One file is the point of it. What counts is its size when sent, which a test bounds.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: fileURLToPath(new URL('main.ts', import.meta.url)),
      // A classic script: browsers refuse modules from disk, and it may stand in the page as it is.
      output: { format: 'iife', entryFileNames: 'verifier.js', assetFileNames: 'verifier[extname]' },
    },
  },
});
