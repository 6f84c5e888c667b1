import shared from './vitest.config.ts';

/** A client as others would write it: generated, compiled and run with its own packages. Run `npm run test:clients`. */
export default {
  ...shared,
  test: {
    ...shared.test,
    projects: undefined,
    include: ['test/clients/**/*.test.ts'],
    // Two external compilers, on seven thousand lines of types.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
};
