import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take half a minute and more: begun last, one of them would keep one processor busy while the others are idle. */
const LONGEST = [
  'server/features/backtests/backtests.test.ts',
  'server/features/orders/protection.test.ts',
  'server/features/bots/grid-run.test.ts',
  'tests/security/authorization.test.ts',
  'server/features/backtests/same-books.test.ts',
  'tests/security/strict-input.test.ts',
  'server/features/bots/averaging.test.ts',
  'server/features/notifications/telegram/telegram.test.ts',
];

const isLongest = ({ moduleId }: TestSpecification): boolean => LONGEST.some((file) => moduleId.endsWith(file));

/** As vitest orders them (what took longest last time, else the largest file), after those that are known to be the longest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- of vitest, not of an array
    const sorted = await super.sort(files);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}
