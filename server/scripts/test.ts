import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './checks.ts';
import { passSignalsOn, run, stoppedBy } from './processes.ts';
import { type Provided, provideTools } from './provide.ts';
import { failuresOfVitest, journeysOf, type PlaywrightReport, type VitestReport } from './reports.ts';
import { endStragglers, RUN_MARK } from './stragglers.ts';

interface Count {
  passed: number;
  failed: number;
}

const scratch = mkdtempSync(join(tmpdir(), 'tandem-reports-'));
const reportFile = (runner: string) => join(scratch, `${runner}.json`);

/** What passed only when it was run again: named at the end as well. */
const wavers: string[] = [];
/** What failed, printed once more at the end, where it is not lost in the output of all runners. */
const failures: string[] = [];

function readReport(runner: string): unknown {
  const file = reportFile(runner);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** A runner that crashed, ran nothing or failed without naming a test counts as one failure. */
function judged(runner: string, code: number, count: Count): Count {
  if (count.passed + count.failed === 0) console.log(`${runner} ran no test.`);
  else if (code === 0 || count.failed > 0) return count;
  else console.log(`${runner} ended with code ${code}.`);
  failures.push(`${runner} (code ${code}, ${count.passed} passed)`);
  return { passed: count.passed, failed: count.failed + 1 };
}

function reportSkipped(runner: string, skipped: number): void {
  if (skipped > 0) console.log(`${runner} skipped ${skipped}.`);
}

interface VitestRun {
  name: string;
  /** Files and options for vitest. */
  args: readonly string[];
  /** How often a test that failed is run again. */
  retries: number;
  env: Record<string, string>;
}

async function vitest({ name, args: given, env, retries }: VitestRun): Promise<Count> {
  const file = reportFile(name);
  const wavering = `${name}-wavering`;
  const { code } = await run('vitest', ['run', ...given, `--retry=${retries}`], {
    env: { ...env, VITEST_REPORT: file, VITEST_WAVERING: reportFile(wavering) },
  });
  wavers.push(...((readReport(wavering) ?? []) as string[]));
  const report = readReport(name) as VitestReport | undefined;
  if (!report) return judged(name, code, { passed: 0, failed: 0 });
  reportSkipped(name, report.numPendingTests + report.numTodoTests);
  failures.push(...failuresOfVitest(report));
  return judged(name, report.success ? code : 1, { passed: report.numPassedTests, failed: report.numFailedTests });
}

/** The long part: power cuts, endurance and audits, which `npm test` leaves to `.ci/run`. */
const isLong = Boolean(process.env.CI);
const LONG = '.long.test.ts';
/** Tests that fill the machine for minutes at full size. */
const CHAOS = `server/features/orders/chaos${LONG}`;
const CONSERVATION = 'server/domain/matching/conservation.test.ts';
const EPISODES = `server/features/orders/episodes${LONG}`;
const BOT_EPISODES = `server/features/bots/bot-episodes${LONG}`;
const FLOOD = `server/features/orders/flood${LONG}`;
const excluded = (files: readonly string[]) => files.flatMap((file) => ['--exclude', file]);

const withNats = ({ nats }: Provided): Record<string, string> => (nats ? { NATS_SERVER_PATH: nats } : {});

const runVitest = (provided: Provided): Promise<Count> =>
  vitest({
    name: 'vitest',
    args: excluded([`**/*${LONG}`, ...(isLong ? [CONSERVATION] : [])]),
    env: withNats(provided),
    retries: isLong ? 2 : 0,
  });

/** Endurance tests, then half of the episodes. */
const enduranceHalf = (part: number, files: readonly string[]): Promise<Count> =>
  vitest({
    name: `endurance-${part}`,
    // Each with a cache of its own: two runs at the same time must not clean up each other's.
    args: [
      ...files,
      EPISODES,
      BOT_EPISODES,
      '--no-file-parallelism',
      `--fsModuleCachePath=${join(scratch, `modules-${part}`)}`,
    ],
    env: { FULL_SIZE: '1', EPISODES_SHARD: `${part}/2` },
    retries: 0,
  });

async function runLongPart(provided: Provided): Promise<Count[]> {
  const powerCuts = await timed('power cuts', () =>
    vitest({
      name: 'power-cuts',
      args: [LONG, ...excluded([CHAOS, EPISODES, BOT_EPISODES, FLOOD])],
      env: { ...withNats(provided), FULL_SIZE: '1' },
      retries: 1,
    }),
  );
  // Two halves at the same time: they wait more than they compute.
  const endurance = await timed('endurance', () =>
    Promise.all([enduranceHalf(1, [CHAOS]), enduranceHalf(2, [FLOOD, CONSERVATION])]),
  );
  const lighthouse = await timed('lighthouse', () => runLighthouse(provided));
  return [powerCuts, ...endurance, lighthouse, await timed('speed', runKept)];
}

/**
 * Walks over all pages with axe, journeys of outages, of installing and notifications, and those that were seen on the phone and
 * are seen again at a desk.
 */
const LATER = String.raw`@audit|\.long\.spec\.ts|^desktop .*@layout`;

/** `npm test` leaves these to `.ci/run`, and axe as well; journeys that need the whole browser name it themselves. */
async function runPlaywright({ chromium, headlessShell }: Provided): Promise<Count> {
  if (!chromium) return { passed: 0, failed: 0 };
  const without = isLong ? [] : ['--grep-invert', LATER];
  const quick: Record<string, string> = isLong ? {} : { AXE: 'off' };
  const { code } = await run('playwright', ['test', '--reporter=list,json', ...without], {
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
  failures.push(...journeysOf(report, 'unexpected'));
  wavers.push(...journeysOf(report, 'flaky'));
  reportSkipped('playwright', skipped);
  const count = { passed: expected + flaky, failed: unexpected };
  return judged('playwright', report.errors.length > 0 ? 1 : code, count);
}

/**
 * One run per page; only results that do not depend on the machine decide: byte budgets, and the scores other than
 * performance.
 */
async function runLighthouse({ chromium }: Provided): Promise<Count> {
  if (!chromium) return { passed: 0, failed: 0 };
  const { code } = await run('node', ['tests/bench/lighthouse.ts'], { env: { CHROMIUM_PATH: chromium } });
  if (code === 0) return { passed: 1, failed: 0 };
  failures.push('lighthouse: see the lines that say MISSED');
  return { passed: 0, failed: 1 };
}

/** Last, when nothing else runs here: costs over their floors', which speak of the code and not of the machine. */
async function runKept(): Promise<Count> {
  const { code } = await run('node', ['tests/bench/bench.ts', 'kept'], { env: {} });
  if (code === 0) return { passed: 1, failed: 0 };
  failures.push('speed: see the lines that say MISSED; `npm run bench -- kept` measures it again');
  return { passed: 0, failed: 1 };
}

const seconds: string[] = [];

/** The result of a group of tests; how long it took is printed at the end. */
async function timed<T>(group: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  seconds.push(`${group} ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return result;
}

async function runAll(): Promise<Count> {
  const provided = await timed('tools', provideTools);
  for (const sentence of provided.missing) console.log(sentence);
  console.log('Checks');
  const checks = await timed('checks', runChecks);
  failures.push(...provided.missing, ...checks.failed);
  const counts: Count[] = [
    { passed: 0, failed: isLong ? provided.missing.length : 0 },
    { passed: checks.passed.length, failed: checks.failed.length },
    await timed('vitest', () => runVitest(provided)),
    await timed('journeys', () => runPlaywright(provided)),
    ...(isLong ? await runLongPart(provided) : []),
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
failures.push(...left.map((straggler) => `Still running at the end, and ended: ${straggler}`));
const stopped = stoppedBy();
if (stopped) failures.push(`Stopped by ${stopped}`);
rmSync(scratch, { recursive: true, force: true });
for (const [title, names] of [
  ['Passed only when run again', wavers],
  ['Failed', failures],
] as const)
  if (names.length > 0) console.log(`\n${title}:\n${names.map((name) => `  ${name}`).join('\n')}`);
console.log(`\nTook: ${seconds.join(', ')}`);
const allFailed = failed + left.length + (stopped ? 1 : 0);
console.log(`${passed} passed, ${allFailed} failed`);
process.exitCode = allFailed === 0 ? 0 : 1;
