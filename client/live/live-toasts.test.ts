import { beforeEach, expect, it, vi } from 'vitest';
import { toast } from '../ui/toast.ts';
import { toastLost } from './live-toasts.ts';

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
  for (const kind of ['info', 'error'] as const)
    vi.spyOn(toast, kind).mockImplementation((text: string) => void said.push(`${kind}: ${text}`));
  return () => vi.restoreAllMocks();
});

const lost = { opened: true, error: null, sessionEnded: false, restarting: false };

it('G-09 shows no lost socket for a session that ended in another tab', () => {
  toastLost({ kind: 'given-up', since: 1 }, { ...lost, sessionEnded: true });
  expect(said).toEqual(['info: You are logged out']);
});

it('shows a lost socket after giving up', () => {
  toastLost({ kind: 'given-up', since: 1 }, lost);
  toastLost({ kind: 'lost', since: 1 }, { ...lost, error: 'no' });
  toastLost({ kind: 'lost', since: 1 }, lost);
  toastLost({ kind: 'lost', since: 1 }, { ...lost, opened: false });
  expect(said).toEqual([
    'error: Socket lost. Reload this page',
    'error: Socket lost. Error: no',
    'info: Socket connection closed',
  ]);
});
