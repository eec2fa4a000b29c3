import { root, run } from './processes.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

interface Step {
  name: string;
  tool: string;
  args: string[];
}

const FOLDERS = ['server', 'client', 'sw', 'tests'];

const steps: Step[] = [
  { name: 'format', tool: 'oxfmt', args: ['--check', '.'] },
  { name: 'lint', tool: 'oxlint', args: ['--type-aware', '--deny-warnings', '.'] },
  ...['contracts', 'server', 'client', 'sw', 'e2e'].map((runtime) => ({
    name: `types of ${runtime}`,
    tool: 'tsc',
    args: ['-p', `tsconfig.${runtime}.json`],
  })),
  {
    name: 'import rules',
    tool: 'depcruise',
    args: ['--config', '.dependency-cruiser.cjs', '--output-type', 'err-long'],
  },
  { name: 'dead code', tool: 'knip', args: ['--no-progress'] },
];

export interface CheckResult {
  passed: string[];
  failed: string[];
}

async function runStep({ name, tool, args }: Step, result: CheckResult): Promise<void> {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const started = performance.now();
  const { code, output } = await run(tool, tool === 'depcruise' ? [...args, ...folders] : args, { capture: true });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (code === 0) {
    result.passed.push(name);
    console.log(`  ok      ${name} (${seconds} s)`);
  } else {
    result.failed.push(name);
    console.log(`  failed  ${name} (${seconds} s)\n\n${output.trimEnd()}\n`);
  }
}

/** Runs every check of the source, two at a time, and prints failures. */
export async function runChecks(): Promise<CheckResult> {
  const result: CheckResult = { passed: [], failed: [] };
  const waiting = steps.values();
  const worker = async () => {
    for (const step of waiting) await runStep(step, result);
  };
  await Promise.all([worker(), worker()]);
  return result;
}
