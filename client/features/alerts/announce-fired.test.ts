import { QueryClient } from '@tanstack/react-query';
import { Big } from 'big.js';
import { afterEach, expect, it, vi } from 'vitest';
import type { Alert } from '#contracts/alerts.ts';
import { onNavigateTo } from '../../lib/navigate.ts';
import { toast } from '../../ui/toast.ts';
import { announceFired, firedActions, firedText } from './announce-fired.ts';

const alert = {
  id: '0b0ad5ba-5be5-4f9f-9f3a-a3c3e0c1b2d4',
  market: 'binance',
  symbol: 'xrp_usdt',
  type: 'PRICE_RISES_ABOVE',
  price: new Big('0.53'),
  comment: '',
  late: false,
} as Alert;

it.each([
  [{}, 'Alert: XRP/USDT rose above 0.53'],
  [{ price: new Big('64000.5') }, 'Alert: XRP/USDT rose above 64,000.5'],
  [{ type: 'PRICE_DROPS_BELOW', comment: 'sell half' }, 'Alert: XRP/USDT dropped below 0.53: sell half'],
  [{ type: 'PRICE_REACHES', late: true }, 'Alert: XRP/USDT reached 0.53 (found late)'],
  [
    { condition: { kind: 'price-ema', length: 21, direction: 'up', interval: '1h' }, duringBar: true },
    'Alert: XRP/USDT: Close · 1h rose over EMA 21 (during the bar, may be taken back)',
  ],
] as [Partial<Alert>, string][])('G-05 a fired alert is announced: %o', (change, words) => {
  expect(firedText({ ...alert, ...change })).toBe(words);
});

it.each([
  ['ONLY_ONCE', ['Details', 'Chart', 'Draft', 'Again']],
  ['ALWAYS', ['Details', 'Chart', 'Draft']],
] as const)('of an alert that fires %s, the toast offers %o', (informing, labels) => {
  const actions = firedActions({ ...alert, informing }, () => undefined);
  expect(actions.map(({ label }) => label)).toEqual(labels);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Announces a firing, which has an `executedAt` of its own for each test, and presses a button of its toast. */
function press(label: string, executedAt: number): void {
  vi.stubGlobal('localStorage', { getItem: () => null });
  const info = vi.spyOn(toast, 'info').mockReturnValue(undefined);
  announceFired(new QueryClient(), { ...alert, informing: 'ONLY_ONCE', executedAt });
  info.mock.lastCall?.[1]?.actions?.find((action) => action.label === label)?.press();
}

it.each([
  ['Chart', 1, '/markets/spot/list?market=binance&symbolName=xrp_usdt'],
  ['Draft', 2, '/markets/spot/list?market=binance&symbolName=xrp_usdt&section=sell&price=0.53'],
  ['Details', 3, `/alerts?alert=${alert.id}`],
])('issue 21: %s on the toast of a fired alert leads there', (label, executedAt, path) => {
  const went = vi.fn<(to: string) => void>();
  const leave = onNavigateTo(went);
  press(label, executedAt);
  leave();
  expect(went.mock.calls).toEqual([[path]]);
});

it.each([
  [4, { status: 200, body: { error: null, alert: null } }, { kind: 'success', text: 'The alert is on again' }],
  [5, { status: 409, body: { error: 'The alert was deleted.' } }, { kind: 'error', text: 'The alert was deleted.' }],
] as const)(
  'issue 21: Again on the toast switches the alert on, and says how it went: %i',
  async (at, answer, { kind, text }) => {
    const sent = vi.fn<typeof fetch>().mockResolvedValue(Response.json(answer.body, { status: answer.status }));
    vi.stubGlobal('fetch', sent);
    const said = vi.spyOn(toast, kind).mockReturnValue(undefined);
    press('Again', at);
    await vi.waitFor(() => expect(said.mock.calls).toEqual([[text]]));
    const [path, { method, body } = {}] = sent.mock.lastCall ?? [];
    expect([method?.toUpperCase(), path]).toEqual(['PATCH', '/api/alert/']);
    expect(await new Response(body).json()).toMatchObject({ id: alert.id, active: true });
  },
);
