import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Writes a JSON list of the tests that passed only when they were run again. */
export const waveringReporter = (file: string): Reporter => ({
  onTestRunEnd(modules: readonly TestModule[]): void {
    const names = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${relative(process.cwd(), module.moduleId)}: ${test.fullName}`),
    );
    writeFileSync(file, JSON.stringify(names));
  },
});
