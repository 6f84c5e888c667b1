import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { lookStyle } from '../../../web/build/look-style.ts';
import { precompress } from '../../../web/build/precompress.ts';

/** Replacements in the source of Redoc: old text and new text. Each old text occurs exactly once. */
const PATCHES = [
  // A logo from Redocly's server next to their name. Keep the name, load no logo.
  ['https://cdn.redoc.ly/redoc/logo-mini.svg', 'data:,'],
  // Headings below level 2 must have level 3.
  ['.h5`', '.h3`'],
  // The colour of patterns is too dark for the dark scheme.
  ['#0e7c86', 'inherit'],
  // An `aria-label` would hide the content, such as the method, from screen readers.
  ['role:"menuitem","aria-label":t.sidebarLabel,', 'role:"menuitem",'],
] as const;

/** Patches requests to other servers and accessibility faults of Redoc. The build fails if a new Redoc no longer has a patched text. */
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
    // Redoc is one chunk of 1 MB.
    chunkSizeWarningLimit: 1_400,
  },
});
