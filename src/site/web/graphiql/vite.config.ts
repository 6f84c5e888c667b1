import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { lookStyle } from '../../../web/build/look-style.ts';
import { precompress } from '../../../web/build/precompress.ts';
import { graphiqlPalette } from './graphiql-palette.ts';
import { patchedGraphiql } from './graphiql-patches.ts';

/**
 * Vite plugin that keeps only GraphiQL's own CSS rules. Its style sheet begins with 330 kB of fonts and a copy of Monaco's rules,
 * which Monaco's modules already include.
 */
function graphiqlRulesOnly(): Plugin {
  return {
    name: 'graphiql-rules-only',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/graphiql/dist/style.css')) return;
      const lastFont = code.lastIndexOf('@font-face');
      const own = code.slice(code.indexOf('}', lastFont) + 1);
      if (lastFont < 0 || !own.includes('--color-primary'))
        this.error('graphiql/style.css is no longer laid out as expected');
      return { code: own, map: null };
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/graphiql/',
  plugins: [lookStyle(), graphiqlPalette(), graphiqlRulesOnly(), patchedGraphiql(), react(), precompress()],
  worker: { format: 'es' },
  build: {
    outDir: fileURLToPath(new URL('../../../../dist/web/graphiql', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Size in kB from which Vite warns about a chunk. Monaco has 3 MB; as a separate chunk it loads in parallel and stays cached
    // across releases.
    chunkSizeWarningLimit: 4000,
    // Ignores the directive "use no memo" in GraphiQL's modules: it is for the React compiler, which isn't used here.
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
      output: {
        codeSplitting: { groups: [{ name: 'monaco', test: /node_modules\/monaco-editor\/esm\/vs\/(?!language)/ }] },
      },
    },
  },
});
