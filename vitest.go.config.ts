import { defineConfig } from 'vitest/config';

/** Verifies the service's proofs with the Go team's own code. Needs Debian's golang-go and golang-golang-x-mod-dev. */
export default defineConfig({
  test: { include: ['test/go/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
});
