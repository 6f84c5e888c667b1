import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { PageFrame } from '../../../site/index.ts';
import { pureClasses } from '../../../web/build/pure-classes.ts';
import { texts } from './texts.ts';

const BODY = `<h1>${texts.page.title}</h1>
<p>${texts.page.lead}</p>
<div id="verifier"></div>
<noscript><p>${texts.page.noScript}</p></noscript>`;

/**
 * Vite plugin that builds one file that works from disk. Script and style are also kept as separate files for the pages of seals.
 */
function oneFile(): Plugin {
  return {
    name: 'one-file',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const script = bundle['verifier.js'];
      const style = bundle['verifier.css'];
      if (script?.type !== 'chunk' || style?.type !== 'asset')
        return this.error('The build has no script or no style.');
      script.code = script.code.trim();
      // HTML would change these characters or end the script at them, so that the script’s CSP hash wouldn’t match. If one
      // appears, escape it in the source.
      if (/<\/script|<!--|[\r\0]/i.test(script.code))
        this.error(
          'The script contains </script, <!--, CR or NUL, which break an inline script. Escape them in the source.',
        );
      const frame = new PageFrame({ script: script.code, style: String(style.source) });
      const source = frame.page(texts.page.title, BODY, { home: null });
      this.emitFile({ type: 'asset', fileName: 'verifier.html', source });
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [pureClasses(), oneFile()],
  build: {
    outDir: fileURLToPath(new URL('../../../../dist/web/verifier', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    // No warning for a large chunk: a single file is intended. A test limits its compressed size.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: fileURLToPath(new URL('main.ts', import.meta.url)),
      // Browsers reject modules from disk, so the output is a classic script, which can also be inlined.
      output: { format: 'iife', entryFileNames: 'verifier.js', assetFileNames: 'verifier[extname]' },
    },
  },
});
