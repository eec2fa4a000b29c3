// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { mounted } from '../../lib/testing/mounted.ts';
import type { Alert } from '#contracts/alerts.ts';
import type { BotDetail } from '#contracts/bots.ts';
import type { Hook } from '#contracts/hooks.ts';
import { alertList } from '../../features/alerts/alerts.queries.ts';
import { AddAlertDialog } from '../../features/alerts/components/add-alert-dialog.tsx';
import { AlertResults } from '../../features/alerts/components/alert-results.tsx';
import { CallDialog } from '../../features/alerts/components/call-dialog.tsx';
import { DeleteDialog } from '../../features/alerts/components/delete-dialog.tsx';
import { AddressDialog } from '../../features/hooks/address-dialog.tsx';
import { HookCard } from '../../features/hooks/hook-card.tsx';
import { HookDialog } from '../../features/hooks/hook-dialog.tsx';
import { PauseDialog } from '../../features/bots/stop/pause-dialog.tsx';
import { StopDialog } from '../../features/bots/stop/stop-dialog.tsx';
import { WebhookDialog } from '../../features/webhooks/webhook-dialog.tsx';

const page = mounted();

const doNothing = () => {};
const bot = { name: 'Grid', type: 'grid', endings: null, runs: [] } as unknown as BotDetail;
const hook = {
  hookId: 'hook',
  live: false,
  paused: null,
  mayGoLive: true,
  connectorName: 'Main',
  lastAt: null,
  template: { name: 'Momentum', pairs: ['xrp_usdt'], actions: ['open'], signalBot: 'bot', exits: null },
} as unknown as Hook;
const FILTER = { market: 'binance', favorite: false, search: '' } as const;

let client: QueryClient;
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(doNothing));
  client = new QueryClient();
});

const show = (what: ReactNode): Promise<void> =>
  act(async () =>
    page.root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter>{what}</MemoryRouter>
      </QueryClientProvider>,
    ),
  );
const buttons = (text: string) => [...page.box.querySelectorAll('button')].filter((one) => one.textContent === text);
const isDisabled = (text: string) => buttons(text).at(-1)?.disabled;

it.each([true, false])(
  'P-07: a bot is neither stopped nor paused from a dialog that was open: offline %s',
  async (offline) => {
    await show(<StopDialog bot={bot} offline={offline} onClose={doNothing} />);
    act(() => page.box.querySelector('input')?.click());
    expect(isDisabled('Stop')).toBe(offline);
    await show(<PauseDialog bot={bot} offline={offline} onClose={doNothing} />);
    expect(isDisabled('Pause')).toBe(offline);
  },
);

it('P-07: a hook neither goes live nor is removed from a dialog that was open', async () => {
  const card = (offline: boolean) => (
    <HookCard
      {...{ hook, offline }}
      onConnect={doNothing}
      onChange={doNothing}
      shown={false}
      signalId={null}
      BlockHistory={() => null}
    />
  );
  for (const name of ['Go live', 'Remove']) {
    await show(card(false));
    act(() => buttons(name)[0]?.click());
    expect(buttons(name)).toHaveLength(2);
    expect(isDisabled(name)).toBe(false);
    await show(card(true));
    expect(isDisabled(name)).toBe(true);
  }
});

it.each([true, false])('P-07: an alert is neither deleted nor added: offline %s', async (offline) => {
  const alert = { symbol: 'XRP_USDT', price: null, condition: null, comment: '' } as unknown as Alert;
  await show(<DeleteDialog alert={alert} offline={offline} onClose={doNothing} />);
  expect(isDisabled('Yes')).toBe(offline);
  const first = { content: [], totalRecords: 0, lastPageNumber: 0 };
  client.setQueryData(alertList(FILTER).queryKey, { pages: [first], pageParams: [0] });
  const list = { pairs: [], live: true, highlightedId: null, telegramNote: null, thenField: () => null };
  await show(<AlertResults filter={FILTER} offline={offline} {...list} onAdd={doNothing} onShowAll={doNothing} />);
  await act(() => vi.waitFor(() => expect(buttons('Add your first alert')).toHaveLength(1), { timeout: 30_000 }));
  expect(isDisabled('Add your first alert')).toBe(offline);
});

it.each([true, false])(
  'P-07: a form that was open saves neither an alert, nor its call, nor a hook, nor an endpoint: offline %s',
  async (offline) => {
    const alert = { id: 'a', market: 'BINANCE', symbol: 'XRP_USDT' } as unknown as Alert;
    const none = { thenField: () => null, onClose: doNothing };
    await show(<CallDialog alert={alert} offline={offline} {...none} />);
    expect(isDisabled('Save')).toBe(offline);
    const form = { market: 'binance', pairs: [], pairName: 'xrp_usdt', prices: {}, telegramNote: null } as const;
    await show(<AddAlertDialog offline={offline} {...form} {...none} onAdded={doNothing} />);
    expect(isDisabled('Save alert')).toBe(offline);
    const keys = [{ uid: 'key', name: 'Main', market: 'binance', isActive: true, copies: 0 }] as const;
    const fields = { keys, bots: [], PairField: () => null };
    await show(<HookDialog hook={null} offline={offline} {...fields} onClose={doNothing} onCreated={doNothing} />);
    expect(isDisabled('Create')).toBe(offline);
    await show(<WebhookDialog webhook={null} offline={offline} onClose={doNothing} onSaved={doNothing} />);
    expect(isDisabled('Create')).toBe(offline);
    const template = { ...hook.template, amount: { atMost: 1 } };
    const made = { ...hook, template, shownUrl: 'https://tandem.example/h/one/…', signed: false } as unknown as Hook;
    await show(<AddressDialog hook={made} offline={offline} onClose={doNothing} />);
    act(() => {
      const select = page.box.querySelector('select');
      if (select) select.value = 'native';
      select?.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(isDisabled('Make a secret')).toBe(offline);
  },
);
