import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: {
    // graphql has a CommonJS and an ES build; everything has to get the same one, or it refuses the other's types.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
  oxc: { decorator: { legacy: true } },
  test: {
    include: ['test/**/*.test.ts'],
    // It needs Go, which a machine for trying the service has no reason to have: `npm run test:go`.
    exclude: ['test/go/**'],
    setupFiles: ['reflect-metadata'],
    globalSetup: ['test/support/global-setup.ts'],
    server: { deps: { inline: [/type-graphql/, /graphql-scalars/] } },
    pool: 'forks',
    // A process loads the service once, not once for each file, which was a fifth of all the work. What files then
    // share is the state of modules, and the service keeps none there that outlives a request.
    isolate: false,
    // Many tests wait, for a worker that is thought dead or a database that comes back: more of them than there are cores.
    maxWorkers: availableParallelism() + 2,
    // What is waited for comes late on a busy machine. Where it comes, nobody waits this long.
    expect: { poll: { timeout: 20_000, interval: 50 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
