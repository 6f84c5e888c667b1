import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from './test/support/patience.ts';
import { SlowestFiles } from './test/support/slowest-files.ts';

// Go isn't needed to try the service. Run `npm run test:go`.
const GO = 'test/go/**';
// The packages of generated clients aren't needed either. Run `npm run test:clients`.
const CLIENTS = 'test/clients/**';
const LONG = 'test/**/*.long.test.ts';
const ISOLATED = 'test/**/*.isolated.test.ts';
/** Tests that run in real time for minutes to hours: slow providers, slow connections, large upgrades. */
const MINUTES = 'test/**/*.minutes.test.ts';

// Each service that paints in a test loads the painter again. With compiled code it takes half the time.
process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, 'node_modules/.cache/node-compile');

/**
 * `npm test` runs the projects `shared` and `isolated`, `npm run test:long` runs `long`, CI runs these three together, and
 * `npm run ci:long` runs all four. CONTRIBUTING says which test belongs where.
 */
export default defineConfig({
  resolve: {
    // graphql has a CommonJS and an ES build. All code must get the same one, because each refuses the other's types.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
  oxc: { decorator: { legacy: true } },
  test: {
    projects: [
      // A process loads the service once instead of once per file, which was a fifth of all the work. Files then share module
      // state, and the service keeps none that outlives a request.
      {
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [GO, CLIENTS, LONG, ISOLATED, MINUTES],
          isolate: false,
        },
      },
      // For irreversible effects on a process, such as a type registered with TypeGraphQL. These tests tolerate each other and
      // run sequentially in their own process.
      { test: { name: 'isolated', include: [ISOLATED], isolate: true } },
      { test: { name: 'long', include: [LONG], isolate: false, testTimeout: 900_000, hookTimeout: 900_000 } },
      {
        test: { name: 'minutes', include: [MINUTES], isolate: false, testTimeout: 7_200_000, hookTimeout: 7_200_000 },
      },
    ],
    reporters: ['default', new SlowestFiles()],
    setupFiles: ['reflect-metadata', 'test/support/quick-stacks.ts', 'test/support/providers/each-test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    server: { deps: { inline: [/type-graphql/, /graphql-scalars/] } },
    pool: 'forks',
    // Requests leave much short-lived garbage. With more room, a tenth of the work is avoided.
    execArgv: ['--max-semi-space-size=64'],
    // Most of a test is waiting: for a process to start, a worker to be considered dead, a database to come back. With two more
    // workers than cores, the cores were idle for a third of the run.
    maxWorkers: availableParallelism() + 4,
    // Concurrent tests within a file start services. More would start twenty at once where such files meet.
    maxConcurrency: 2,
    expect: { poll: { timeout: PATIENCE_MS, interval: 50 } },
    // Stops hanging tests, but not slow ones.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
  },
});
