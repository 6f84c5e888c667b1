import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from './test/support/patience.ts';
import { SlowestFiles } from './test/support/slowest-files.ts';

// Go is nothing a machine for trying the service has reason to have: `npm run test:go`.
const GO = 'test/go/**';
// The same goes for the packages of generated clients: `npm run test:clients`.
const CLIENTS = 'test/clients/**';
const LONG = 'test/**/*.long.test.ts';
const ISOLATED = 'test/**/*.isolated.test.ts';
/** Tests that run in real time for minutes to hours: providers as slow as real ones, slow lines, large upgrades. */
const MINUTES = 'test/**/*.minutes.test.ts';

// Every service that paints in a test loads the painter anew: with what was compiled before, in half the time.
process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, 'node_modules/.cache/node-compile');

/**
 * `npm test` runs the projects `shared` and `isolated`, `npm run test:long` runs `long`, CI runs these three together, and
 * `npm run ci:long` runs all four. CONTRIBUTING says which test belongs where.
 */
export default defineConfig({
  resolve: {
    // graphql has a CommonJS and an ES build; everything has to get the same one, or it refuses the other's types.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
  oxc: { decorator: { legacy: true } },
  test: {
    projects: [
      // A process loads the service once, not once for each file, which was a fifth of all the work. What files then
      // share is the state of modules, and the service keeps none there that outlives a request.
      {
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [GO, CLIENTS, LONG, ISOLATED, MINUTES],
          isolate: false,
        },
      },
      // For what a process cannot take back, such as a type that is registered with TypeGraphQL: they bear each other, one
      // after another in a process of their own.
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
    // A request leaves much behind that is dead at once. Where there is room for it, a tenth of the work is never done.
    execArgv: ['--max-semi-space-size=64'],
    // Most of a test is waiting: for a process to come up, a worker that is thought dead, a database that comes back. With two
    // more than there are cores these were idle for a third of the run.
    maxWorkers: availableParallelism() + 4,
    // What runs at once within a file starts services. More would start twenty at once where such files meet.
    maxConcurrency: 2,
    expect: { poll: { timeout: PATIENCE_MS, interval: 50 } },
    // What hangs is stopped; what is slow is not.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
  },
});
