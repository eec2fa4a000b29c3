import { defineConfig } from 'vitest/config';

/** The tests of rules alone: no database, so that a planted fault is judged in milliseconds. */
export default defineConfig({
  test: {
    include: ['server/domain/**/*.test.ts', 'server/contracts/**/*.test.ts'],
    setupFiles: ['tests/setup/property-seed.ts'],
    fileParallelism: false,
    isolate: false,
    testTimeout: 60_000,
    env: { MOST_PROPERTY_RUNS: '15', SEED: '1' },
  },
});
