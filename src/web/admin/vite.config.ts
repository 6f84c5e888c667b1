import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lookStyle } from '../build/look-style.ts';
import { precompressed } from '../build/precompressed.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [lookStyle(), react(), precompressed()],
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
        codeSplitting: {
          groups: [
            // Stays in a cache from one release to the next.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // Most screens need both, so they are one request.
            { name: 'values', test: /web\/kit\/(values|visible-text)\.tsx/ },
          ],
        },
      },
    },
  },
});
