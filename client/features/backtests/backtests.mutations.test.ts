import { afterEach, expect, it, vi } from 'vitest';
import { removeRun } from './backtests.mutations.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['queued', true],
  ['running', true],
  ['done', false],
  ['stopped', false],
] as const)('X-7: the button of a run that is shown as %s only stops it: %s', async (state, stopOnly) => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url);
    return Response.json({ error: null });
  });
  await removeRun({ backtestId: '01980000-0000-7000-8000-000000000001', state });
  expect(sent).toEqual([`/api/backtests/01980000-0000-7000-8000-000000000001?stopOnly=${stopOnly}`]);
});
