import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { lookStyle } from '../../../web/build/look-style.ts';
import { precompress } from '../../../web/build/precompress.ts';

/** Replacements in the source code of Redoc: old text and new text. Each old text must occur exactly once. */
const PATCHES = [
  // Redoc loads a logo from the server of Redocly. The name of Redocly stays, the logo isn't loaded.
  ['https://cdn.redoc.ly/redoc/logo-mini.svg', 'data:,'],
  // These headings follow headings of level 2, so they must have level 3 instead of 5.
  ['.h5`', '.h3`'],
  // Redoc's colour of regular expressions has too little contrast in dark mode.
  ['#0e7c86', 'inherit'],
  // This `aria-label` would replace the content, such as the HTTP method, for screen readers.
  ['role:"menuitem","aria-label":t.sidebarLabel,', 'role:"menuitem",'],
] as const;

/**
 * Vite plugin that removes requests to other servers and accessibility faults from Redoc. The build fails if a new version of
 * Redoc lacks one of the texts to replace.
 */
function patchedRedoc(): Plugin {
  return {
    name: 'patched-redoc',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/redoc\/bundles\/redoc\.[\w.]+\.js$/.test(id)) return;
      let patchedCode = code;
      for (const [from, to] of PATCHES) {
        if (patchedCode.split(from).length !== 2) return this.error(`Redoc no longer has ${from} where it is expected`);
        patchedCode = patchedCode.replace(from, () => to);
      }
      return { code: patchedCode, map: null };
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/docs/rest/',
  plugins: [lookStyle(), patchedRedoc(), react(), precompress()],
  build: {
    outDir: fileURLToPath(new URL('../../../../dist/web/rest-docs', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Size in kB from which Vite warns about a chunk. Redoc is one chunk of 1 MB.
    chunkSizeWarningLimit: 1_400,
  },
});
