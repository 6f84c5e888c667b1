import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { lookStyle } from '../build/look-style.ts';
import { precompressed } from '../build/precompressed.ts';

/** Redoc shows a picture from its makers' server beside their name. The name stays, and nobody is asked for a picture. */
function nothingFromElsewhere(): Plugin {
  const LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
  return {
    name: 'nothing-from-elsewhere',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/redoc\/bundles\/redoc\.[\w.]+\.js$/.test(id)) return;
      if (code.split(LOGO).length !== 2) return this.error('Redoc no longer shows its logo where it is expected');
      return { code: code.replace(LOGO, 'data:,'), map: null };
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/docs/rest/',
  plugins: [lookStyle(), nothingFromElsewhere(), react(), precompressed()],
  build: {
    outDir: fileURLToPath(new URL('../../../dist/web/rest-docs', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Redoc comes in one piece of 1 MB.
    chunkSizeWarningLimit: 1_400,
  },
});
