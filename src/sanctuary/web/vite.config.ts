import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { lookStyle } from '../../web/build/look-style.ts';
import { pureClasses } from '../../web/build/pure-classes.ts';

const folder = (name: string) => fileURLToPath(new URL(`../../../dist/web/sanctuary/${name}`, import.meta.url));

/** The page is built twice: for the browser, and with `--ssr` for the server, which renders the page with the same code. */
export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  base: '/for/developer-sanctuary/',
  plugins: [lookStyle(), react(), pureClasses()],
  // The server’s installation doesn’t have the npm packages of the page, so they are bundled into one file.
  ...(isSsrBuild && { ssr: { noExternal: true } }),
  // React reads `NODE_ENV` at run time, and the service doesn’t set it.
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: folder(isSsrBuild ? 'server' : 'client'),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Size in kB from which Vite warns about a chunk. The verifier of seals has half a megabyte; it loads after the first seal
    // was created.
    chunkSizeWarningLimit: isSsrBuild ? 2_000 : 600,
    manifest: !isSsrBuild,
    ...(isSsrBuild ? { ssr: 'server.tsx' } : {}),
    rolldownOptions: isSsrBuild
      ? { input: 'server.tsx', output: { entryFileNames: '[name].mjs', chunkFileNames: 'assets/[name].mjs' } }
      : { input: 'main.tsx' },
  },
}));
