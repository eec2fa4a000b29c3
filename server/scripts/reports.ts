import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './processes.ts';

/** The part of vitest's JSON report that is read here. */
export interface VitestReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}

interface PlaywrightSuite {
  specs: {
    title: string;
    file: string;
    line: number;
    tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[];
  }[];
  suites?: PlaywrightSuite[];
}

/** The part of Playwright's JSON report that is read here. */
export interface PlaywrightReport {
  errors: { message?: string }[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: PlaywrightSuite[];
}

const LINES = 6;

/** The first lines of an error without colors, indented below its test. */
export const inShort = (message: string): string =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('node_modules'))
    .slice(0, LINES)
    .map((line) => `\n      ${line.trim()}`)
    .join('');

/** One entry for each failed test of vitest, and for each file that could not be run. */
export function failuresOfVitest({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [`${file}${inShort(message)}`] : [];
    return failed.map(({ fullName, failureMessages }) => `${file}: ${fullName}${inShort(failureMessages.join('\n'))}`);
  });
}

const specsOf = ({ specs, suites = [] }: PlaywrightSuite): PlaywrightSuite['specs'] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

/** One entry for each journey with this outcome, with its last error; 'unexpected' also for what hindered all of them. */
export function journeysOf({ errors, suites }: PlaywrightReport, outcome: 'unexpected' | 'flaky'): string[] {
  const journeys = suites.flatMap(specsOf).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === outcome)
      .map(({ projectName, results }) => {
        const error = results.findLast((result) => result.error)?.error?.message ?? 'No error was reported.';
        return `tests/e2e/${file}:${line} [${projectName}] ${title}${inShort(error)}`;
      }),
  );
  const hindrances = outcome === 'unexpected' ? errors.map(({ message = '' }) => `playwright${inShort(message)}`) : [];
  return [...hindrances, ...journeys];
}
