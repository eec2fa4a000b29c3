import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './checks.ts';
import { passSignalsOn, run, stoppedBy } from './processes.ts';
import { type Provided, provideTools } from './provide.ts';
import { endStragglers, RUN_MARK } from './stragglers.ts';

interface Count {
  passed: number;
  failed: number;
}

interface VitestReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
}

interface PlaywrightReport {
  errors: unknown[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
}

const scratch = mkdtempSync(join(tmpdir(), 'tandem-reports-'));
const reportFile = (runner: string) => join(scratch, `${runner}.json`);

function readReport(runner: string): unknown {
  const file = reportFile(runner);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** A runner that crashed, ran nothing or failed without naming a test counts as one failure. */
function judged(runner: string, code: number, count: Count): Count {
  if (count.passed + count.failed === 0) console.log(`${runner} ran no test.`);
  else if (code === 0 || count.failed > 0) return count;
  else console.log(`${runner} ended with code ${code}.`);
  return { passed: count.passed, failed: count.failed + 1 };
}

function reportSkipped(runner: string, skipped: number): void {
  if (skipped > 0) console.log(`${runner} skipped ${skipped}.`);
}

interface VitestRun {
  name: string;
  /** Files and options for vitest. */
  args: readonly string[];
  env: Record<string, string>;
}

async function vitest({ name, args: given, env }: VitestRun): Promise<Count> {
  const file = reportFile(name);
  const args = ['run', ...given, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await run('vitest', args, { env });
  const report = readReport(name) as VitestReport | undefined;
  if (!report) return judged(name, code, { passed: 0, failed: 0 });
  reportSkipped(name, report.numPendingTests + report.numTodoTests);
  return judged(name, report.success ? code : 1, { passed: report.numPassedTests, failed: report.numFailedTests });
}

/** The long part: power cuts, endurance and audits, which `npm test` leaves to `.ci/run`. */
const isLong = Boolean(process.env.CI);
const LONG = '.long.test.ts';
/** Tests that fill the machine for minutes at full size. */
const CHAOS = `server/features/orders/chaos${LONG}`;
const CONSERVATION = 'server/domain/matching/conservation.test.ts';
const EPISODES = `server/features/orders/episodes${LONG}`;
const FLOOD = `server/features/orders/flood${LONG}`;
const excluded = (files: readonly string[]) => files.flatMap((file) => ['--exclude', file]);

const withNats = ({ nats }: Provided): Record<string, string> => (nats ? { NATS_SERVER_PATH: nats } : {});

const runVitest = (provided: Provided): Promise<Count> =>
  vitest({
    name: 'vitest',
    args: excluded([`**/*${LONG}`, ...(isLong ? [CONSERVATION] : [])]),
    env: withNats(provided),
  });

/** Endurance tests, then half of the episodes. */
const enduranceHalf = (part: number, files: readonly string[]): Promise<Count> =>
  vitest({
    name: `endurance-${part}`,
    // Each with a cache of its own: two runs at the same time must not clean up each other's.
    args: [...files, EPISODES, '--no-file-parallelism', `--fsModuleCachePath=${join(scratch, `modules-${part}`)}`],
    env: { FULL_SIZE: '1', EPISODES_SHARD: `${part}/2` },
  });

async function runLongPart(provided: Provided): Promise<Count[]> {
  if (!isLong) return [];
  const powerCuts = await vitest({
    name: 'power-cuts',
    args: [LONG, ...excluded([CHAOS, EPISODES, FLOOD])],
    env: { ...withNats(provided), FULL_SIZE: '1' },
  });
  // Two halves at the same time: they wait more than they compute.
  const endurance = await Promise.all([enduranceHalf(1, [CHAOS]), enduranceHalf(2, [FLOOD, CONSERVATION])]);
  return [powerCuts, ...endurance, await runLighthouse(provided)];
}

/** `npm test` leaves axe to `.ci/run`; journeys that need the whole browser name it themselves. */
async function runPlaywright({ chromium, headlessShell }: Provided): Promise<Count> {
  if (!chromium) return { passed: 0, failed: 0 };
  const audits = isLong ? [] : ['--grep-invert', '@audit'];
  const quick: Record<string, string> = isLong ? {} : { AXE: 'off' };
  const { code } = await run('playwright', ['test', '--reporter=list,json', ...audits], {
    env: {
      ...quick,
      CHROMIUM_PATH: chromium,
      HEADLESS_SHELL_PATH: headlessShell ?? chromium,
      PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile('playwright'),
    },
    // The one signal on which playwright also stops the site that it started.
    stopSignal: 'SIGINT',
  });
  const report = readReport('playwright') as PlaywrightReport | undefined;
  if (!report) return judged('playwright', code, { passed: 0, failed: 0 });
  const { expected, unexpected, flaky, skipped } = report.stats;
  reportSkipped('playwright', skipped);
  // Named above by the runner: they passed on the second run.
  if (flaky > 0) console.log(`playwright ran ${flaky} twice.`);
  const count = { passed: expected + flaky, failed: unexpected };
  return judged('playwright', report.errors.length > 0 ? 1 : code, count);
}

/**
 * Three runs per page; only results that do not depend on the machine decide: byte budgets, and the scores other than
 * performance.
 */
async function runLighthouse({ chromium }: Provided): Promise<Count> {
  if (!chromium) return { passed: 0, failed: 0 };
  const { code } = await run('node', ['tests/bench/lighthouse.ts'], { env: { CHROMIUM_PATH: chromium } });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function runAll(): Promise<Count> {
  const provided = await provideTools();
  for (const sentence of provided.missing) console.log(sentence);
  console.log('Checks');
  const checks = await runChecks();
  const counts: Count[] = [
    { passed: 0, failed: isLong ? provided.missing.length : 0 },
    { passed: checks.passed.length, failed: checks.failed.length },
    await runVitest(provided),
    await runPlaywright(provided),
    ...(await runLongPart(provided)),
  ];
  return {
    passed: counts.reduce((sum, count) => sum + count.passed, 0),
    failed: counts.reduce((sum, count) => sum + count.failed, 0),
  };
}

passSignalsOn();
process.env[RUN_MARK] = `${process.pid}`;
const { passed, failed } = await runAll();
const left = await endStragglers(`${process.pid}`);
for (const straggler of left) console.log(`Still running at the end, and ended: ${straggler}`);
rmSync(scratch, { recursive: true, force: true });
if (stoppedBy()) console.log(`Stopped by ${stoppedBy()}.`);
const failures = failed + left.length + (stoppedBy() ? 1 : 0);
console.log(`${passed} passed, ${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;
