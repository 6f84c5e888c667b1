import shared from './vitest.config.ts';

/** A client that others would write: generated, compiled and run with packages of its own. `npm run test:clients` gets them. */
export default {
  ...shared,
  test: {
    ...shared.test,
    projects: undefined,
    include: ['test/clients/**/*.test.ts'],
    // Two compilers of others, on types of seven thousand lines.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
};
