import shared from './vitest.config.ts';

/** Verifies the service's proofs with the Go team's own code. Needs Debian's golang-go and golang-golang-x-mod-dev. */
export default {
  ...shared,
  test: {
    ...shared.test,
    projects: undefined,
    include: ['test/go/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
};
