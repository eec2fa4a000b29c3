import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { inShort } from '../../server/scripts/reports.ts';

/** Of its first run. */
function whyOf(test: TestCase): string {
  const [first] = test.result().errors ?? [];
  return first ? inShort(first.stack ?? first.message) : '';
}

/** Writes a JSON list of the tests that passed only when they were run again, and why. */
export const waveringReporter = (file: string): Reporter => ({
  onTestRunEnd(modules: readonly TestModule[]): void {
    const names = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map((test) => `${relative(process.cwd(), module.moduleId)}: ${test.fullName}${whyOf(test)}`),
    );
    writeFileSync(file, JSON.stringify(names));
  },
});
