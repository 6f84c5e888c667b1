import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { CUSTOM_PROPERTIES } from '../../platform/pages/look/custom-properties.ts';

/** The look's custom properties, as a sheet like any other. */
function look(): Plugin {
  const name = 'virtual:look.css';
  return {
    name: 'look',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? CUSTOM_PROPERTIES : null),
  };
}

/**
 * Lays packed copies beside each text once all are written, so that nothing is packed while somebody waits. Not a moment
 * earlier: what loads other chunks is put into a script last.
 */
function packed(): Plugin {
  return {
    name: 'packed',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      for (const fileName of Object.keys(bundle)) {
        if (!/\.(js|css|svg)$/.test(fileName)) continue;
        const file = join(dir!, fileName);
        const bytes = readFileSync(file);
        if (bytes.length < 1_000) continue;
        const brotli = brotliCompressSync(bytes, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
        });
        writeFileSync(`${file}.br`, brotli);
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [look(), react(), packed()],
  build: {
    outDir: fileURLToPath(new URL('../../../dist/web/admin', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    // What is loaded at once and what with which screen: test/web/admin-budget.long.test.ts reads it.
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
      output: {
        // What outlives our releases in a cache.
        codeSplitting: { groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }] },
      },
    },
  },
});
