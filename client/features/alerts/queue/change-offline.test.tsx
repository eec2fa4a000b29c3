// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../../../tests/doubles/memory-storage.ts';
import type { Alert } from '#contracts/alerts.ts';
import { beforeSignOut, runSignOutTasks } from '../../../lib/sign-out-tasks.ts';
import { useChangeAlert } from '../alerts.mutations.ts';
import { queuedEdits } from './queued-edits.ts';
import { UnsentDialog } from './unsent-dialog.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const PATIENTLY = { timeout: 30_000 };
const A = '6f1a2f52-97c8-4f7c-9a53-1c7a3f1f0a01';
const alert = { id: A, symbol: 'XRP_USDT', favorite: false } as unknown as Alert;
const root = { stop: () => {} };

function Star() {
  const { mutate } = useChangeAlert(alert);
  return (
    <button type="button" onClick={() => mutate({ favorite: true })}>
      Star
    </button>
  );
}

const button = (text: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === text);
const press = (text: string) => act(async () => button(text)?.click());

beforeEach(async () => {
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const client = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } });
  client.setQueryData(['user'], { id: 'anna' });
  const box = document.createElement('div');
  document.body.append(box);
  const shown = createRoot(box);
  root.stop = () => {
    act(() => shown.unmount());
    box.remove();
    client.clear();
  };
  await act(async () =>
    shown.render(
      <QueryClientProvider client={client}>
        <Star />
        <UnsentDialog person="anna" />
      </QueryClientProvider>,
    ),
  );
});
afterEach(() => {
  root.stop();
  vi.unstubAllGlobals();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});

const changeOffline = async () => {
  await press('Star');
  await act(() => vi.waitFor(() => expect(queuedEdits.list()).toHaveLength(1), PATIENTLY));
};

it('P-04: a change made offline carries the person who made it', async () => {
  await changeOffline();
  expect(queuedEdits.list()).toMatchObject([{ person: 'anna', edit: { id: A, favorite: true } }]);
});

it('H-05: a person who logs out is asked first where changes are not sent', async () => {
  expect(await beforeSignOut.ask()).toBe(true);
  await changeOffline();
  for (const [answer, leaves] of [
    ['Cancel', false],
    ['Log out', true],
  ] as const) {
    let said: boolean | null = null;
    await act(async () => void beforeSignOut.ask().then((leave) => (said = leave)));
    expect(document.body.textContent).toContain('1 change of your alerts');
    await press(answer);
    await act(() => vi.waitFor(() => expect(said).toBe(leaves), PATIENTLY));
  }
});

it('P-04: a sign-out discards the changes of this person; a session that ends by itself keeps them', async () => {
  await changeOffline();
  vi.stubGlobal('sessionStorage', memoryStorage());
  await act(() => runSignOutTasks('ended'));
  expect(queuedEdits.list()).toHaveLength(1);
  await act(() => runSignOutTasks('signed-out'));
  expect(queuedEdits.list()).toHaveLength(0);
});
