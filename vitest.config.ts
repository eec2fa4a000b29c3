import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/setup/longest-first.ts';
import { keepTemporaryFilesInMemory } from './tests/setup/memory-folder.ts';
import { waveringReporter } from './tests/setup/wavering.ts';

keepTemporaryFilesInMemory();
// Threads and processes that tests start from the sources would each translate them again.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled');

/** Files for what `npm test` counts and names at its end. */
const { VITEST_REPORT, VITEST_WAVERING } = process.env;

export default defineConfig({
  test: {
    include: [
      'server/**/*.test.ts',
      'client/**/*.test.{ts,tsx}',
      'sw/**/*.test.ts',
      'tests/{house,security}/**/*.test.ts',
    ],
    globalSetup: ['tests/setup/built-server.ts', 'tests/setup/postgres.ts'],
    setupFiles: ['tests/setup/quick-hashes.mjs', 'tests/setup/leave-nothing.ts', 'tests/setup/property-seed.ts'],
    // Loading the server anew for each file costs more than most files take.
    isolate: false,
    // They wait more than they compute.
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
    // Only what hangs runs into them: no test depends on how fast the machine is.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: [
      'default',
      ...(VITEST_REPORT ? [['json', { outputFile: VITEST_REPORT }] as ['json', { outputFile: string }]] : []),
      ...(VITEST_WAVERING ? [waveringReporter(VITEST_WAVERING)] : []),
    ],
  },
});
