import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lookStyle } from '../build/look-style.ts';
import { precompress } from '../build/precompress.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [lookStyle(), react(), precompress()],
  build: {
    outDir: fileURLToPath(new URL('../../../dist/web/admin', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    // A test (test/web/admin-budget.long.test.ts) reads from the manifest which chunks are loaded at start and with each screen.
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
      output: {
        // pdf.js imports its decoders by their own names.
        assetFileNames: ({ names }) =>
          names[0]?.endsWith('_nowasm_fallback.js') ? 'assets/[name][extname]' : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: [
            // React is in a separate chunk, which browsers can keep in their caches across releases.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // Most screens need both modules, so they share one chunk.
            { name: 'values', test: /web\/kit\/(values|visible-text)\.tsx/ },
          ],
        },
      },
    },
  },
});
