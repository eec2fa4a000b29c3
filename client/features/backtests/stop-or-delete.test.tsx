// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mounted } from '../../lib/testing/mounted.ts';
import type { BacktestState } from '#contracts/backtest-progress.ts';
import { StopOrDelete } from './stop-or-delete.tsx';

const page = mounted();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const show = (state: BacktestState): void =>
  act(() =>
    page.root.render(<StopOrDelete run={{ state }} name="Grid" offline={false} busy={false} onPress={() => {}} />),
  );
const seen = () => [page.box.textContent, page.box.querySelector('button')?.disabled];

it('X-7: a press that is meant for Stop does not delete: the button rests for a second after the run has ended', () => {
  show('running');
  expect(seen()).toEqual(['Stop', false]);
  show('done');
  expect(seen()).toEqual(['Delete', true]);
  act(() => void vi.advanceTimersByTime(999));
  expect(seen()).toEqual(['Delete', true]);
  act(() => void vi.advanceTimersByTime(1));
  expect(seen()).toEqual(['Delete', false]);
});

it('X-7: a run that had ended before the page was opened can be deleted at once', () => {
  show('done');
  expect(seen()).toEqual(['Delete', false]);
});
