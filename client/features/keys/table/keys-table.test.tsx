// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Big } from 'big.js';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { mounted } from '../../../lib/testing/mounted.ts';
import { testKey } from '../../../../tests/factories/test-key.ts';
import { toast } from '../../../ui/toast.ts';
import { keyFacts } from '../key-detail.queries.ts';
import { KeysTable } from './keys-table.tsx';

const page = mounted();

const UIDS: Record<string, string> = Object.fromEntries(
  ['Main', 'Mum', 'Fund', 'Anna'].map((name, index) => [name, `01a20528-18b8-78a3-a59b-00000000000${index}`]),
);
const uidOf = (name: string): string => UIDS[name] ?? '';
const keyOf = (name: string) => testKey({ uid: uidOf(name), name, groupName: 'Family', multiplier: new Big(2) });
const copyKeys = ['Mum', 'Fund', 'Anna'].map(keyOf);
const groups = [{ mainKey: keyOf('Main'), copyKeys, groupName: 'Family', repeatOutside: false }];

/** Each change that was sent: its path's last part and its body. */
let sent: [path: string | undefined, body: unknown][] = [];
let client: QueryClient;
let toasts: MockInstance<typeof toast.success>;
beforeEach(() => {
  sent = [];
  toasts = vi.spyOn(toast, 'success').mockReturnValue(undefined);
  vi.spyOn(toast, 'error').mockImplementation((text) => expect.fail(text));
  client = new QueryClient();
  vi.stubGlobal('fetch', (address: string | URL, { method, body }: { method: string; body?: string }) => {
    if (method === 'GET') return new Promise(() => {});
    sent.push([String(address).split('/').at(-1), JSON.parse(body ?? 'null')]);
    return Promise.resolve(Response.json({ error: null }));
  });
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const show = () =>
  act(async () =>
    page.root.render(
      <QueryClientProvider client={client}>
        <KeysTable groups={groups} activeUid={uidOf('Main')} onManage={() => {}} />
      </QueryClientProvider>,
    ),
  );
type Control = HTMLButtonElement | HTMLInputElement;
const press = (found: (control: Control) => boolean) =>
  act(async () => [...page.box.querySelectorAll<Control>('button, input')].find(found)?.click());
const tick = (name: string) =>
  press((box) => box.getAttribute('aria-label')?.replaceAll(/[\u2066-\u2069]/g, '') === `Select ${name}`);
const pressNamed = (name: string) => press(({ textContent }) => textContent === name);
const settled = () => act(() => vi.waitFor(() => expect(toasts).toHaveBeenCalledOnce(), { timeout: 8000 }));

it('issue 21: the table says that it loads until the facts of its keys are known', async () => {
  await show();
  const isBusy = () => page.box.querySelector('table')?.getAttribute('aria-busy');
  expect(isBusy()).toBe('true');
  act(() => void client.setQueryData(keyFacts.queryKey, []));
  await act(() => vi.waitFor(() => expect(isBusy()).toBe('false')));
});

it('issue 21: the chosen copy keys alone are paused, each of them', async () => {
  await show();
  await tick('Mum');
  await tick('Anna');
  await pressNamed('Pause');
  await settled();
  const paused = { mainUid: uidOf('Main'), market: 'binance', inProcess: false };
  expect(sent).toEqual(['Mum', 'Anna'].map((name) => ['updateKey', { ...paused, updateUid: uidOf(name) }]));
});

it('issue 21: the chosen copy keys get one rule, each of them', async () => {
  await show();
  await tick('Fund');
  await tick('Anna');
  await pressNamed('Copy rule');
  await pressNamed('Save on 2 keys');
  await settled();
  const rule = { mainUid: uidOf('Main'), multiplier: 2, ceiling: null, fixed: null };
  expect(sent).toEqual(['Fund', 'Anna'].map((name) => ['copy', { ...rule, updateUid: uidOf(name) }]));
});
