// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mounted } from '../../lib/testing/mounted.ts';
import { testKey } from '../../../tests/factories/test-key.ts';
import { KeyDialogs } from './dialogs/key-dialogs.tsx';
import type { KeyDialog } from './key-context.ts';
import { KeysOffline } from './keys-offline.ts';
import { KeysScreen } from './keys-screen.tsx';
import { allKeys, marketsOf } from './keys.queries.ts';
import { KeysTable } from './table/keys-table.tsx';

const page = mounted();

const keyOf = (name: string) => testKey({ uid: name, name, groupName: 'Family', refusal: 'The exchange refuses it.' });
const group = { mainKey: keyOf('Main'), copyKeys: [keyOf('Copy')], groupName: 'Family', repeatOutside: false };
const KEYS = {
  apiKeyMarketGroups: [{ market: 'binance' as const, activeMainApiKeyGroup: group, apiKeyGroups: [] }],
};
const doNothing = () => {};
const settled = (check: () => void) => act(() => vi.waitFor(check, { timeout: 30_000 }));

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(doNothing));
});
afterEach(() => {
  localStorage.clear();
});

const show = (what: ReactNode): Promise<void> => {
  const client = new QueryClient();
  client.setQueryData(allKeys.queryKey, KEYS);
  return act(async () =>
    page.root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter>{what}</MemoryRouter>
      </QueryClientProvider>,
    ),
  );
};

type Control = HTMLButtonElement | HTMLInputElement;
const controls = () => [...page.box.querySelectorAll<Control>('button, input')];
const nameOf = (control: Control): string =>
  (
    control.getAttribute('aria-label') ??
    (control.title || control.textContent || control.parentElement?.textContent || '')
  )
    .replaceAll(/[\u2066-\u2069]/g, '')
    .trim();
const usable = () => controls().flatMap((one) => (one.disabled ? [] : nameOf(one)));
const press = (name: string) =>
  act(() =>
    controls()
      .find((one) => nameOf(one) === name)
      ?.click(),
  );

const screen = (offlineSince: number | null, managed: string | null = null) => (
  <KeysScreen
    username="ada"
    paper
    adding={false}
    managed={managed}
    offlineSince={offlineSince}
    onPaperKey={doNothing}
  />
);

it('P-07: nothing that changes a key can be pressed while offline', async () => {
  await show(screen(1));
  await settled(() => expect(page.box.textContent).toContain('changes are disabled'));
  press('1 sub-key of Main');
  const ofKey = (name: string) => [`Show the API key of ${name}`, `Balances of ${name} by asset`];
  expect(usable()).toEqual([
    'List',
    ...ofKey('Main'),
    '1 sub-key of Main',
    ...ofKey('Copy'),
    'Last deals of Copy',
    'How to add a key',
  ]);
});

it('P-07: keys can be changed while online', async () => {
  await show(screen(null));
  await settled(() => expect(page.box.textContent).toContain('Your API now'));
  press('1 sub-key of Main');
  expect(
    controls()
      .filter(({ disabled }) => disabled)
      .map(nameOf),
  ).toEqual(['Resume all']);
});

it('issue 21: the key that the address names opens with all that can be done with it', async () => {
  await show(screen(null, 'Copy'));
  await settled(() => expect(page.box.querySelector('dialog')?.textContent).toContain('Copy rule'));
  expect(usable()).toContain('Check Copy');
  await show(screen(null, 'gone'));
  expect(usable()).toContain('Check Main');
});

it('P-07: the list of keys changes none while offline', async () => {
  const [market] = marketsOf(KEYS);
  const table = <KeysTable groups={market?.groups ?? []} activeUid="Main" onManage={doNothing} />;
  await show(<KeysOffline value>{table}</KeysOffline>);
  press('Select Copy');
  expect(usable()).toEqual(['Clear', 'Manage Main', 'Select Copy', 'Manage Copy']);
});

it.each<[KeyDialog, string]>([
  ['size', 'Save'],
  ['reset', 'Reset'],
  ['delete', 'OK'],
  ['check', 'Check again'],
  ['sub', 'Next'],
  ['addiction', 'Save'],
])('P-07: the dialog %s that was open changes nothing while offline', async (dialog, button) => {
  const [market] = marketsOf(KEYS);
  const [of] = market?.groups ?? [];
  if (!of) throw new Error('No group');
  const apiKey = of.copyKeys[0] ?? of.mainKey;
  const place = { apiKey, group: of, groups: [of], activeUid: 'Main' };
  await show(
    <KeysOffline value>
      <KeyDialogs {...place} dialog={dialog} onClose={doNothing} />
    </KeysOffline>,
  );
  expect(controls().find((one) => nameOf(one) === button)?.disabled).toBe(true);
});
