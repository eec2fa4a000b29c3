// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Big } from 'big.js';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { mounted } from '../../../lib/testing/mounted.ts';
import type { Pair } from '#contracts/markets.ts';
import { AddAlertDialog } from './add-alert-dialog.tsx';

const page = mounted();

const doNothing = () => {};
const STEP = new Big('0.0001');
const PAIR: Pair = {
  name: 'xrp_usdt',
  market: 'binance',
  simpleName: 'XRPUSDT',
  status: 'trading',
  haltedSince: null,
  baseCurrency: 'XRP',
  counterCurrency: 'USDT',
  baseStepSize: STEP,
  counterStepSize: STEP,
  minCounterQuantity: STEP,
  baseRound: 1,
  counterRound: 4,
  baseQuantityStep: STEP,
  baseAmountDecimals: 1,
  counterAmountDecimals: 4,
};
const point = (at: number, price: number) => ({ at, price });
const PREVIEW = {
  error: null,
  fired: [point(2, 0.53), point(3, 0.53)],
  closes: [point(1, 0.52), point(2, 0.54), point(4, 0.5)],
  lines: [[point(1, 0.53), point(4, 0.53)]],
  hours: 168,
};
let preview: object = PREVIEW;
let status = 200;

const asked: unknown[] = [];
beforeEach(() => {
  asked.length = 0;
  preview = PREVIEW;
  status = 200;
  vi.stubGlobal('fetch', async (_: unknown, { body }: RequestInit) => {
    if (typeof body === 'string') asked.push(JSON.parse(body));
    return Response.json(preview, { status });
  });
});

async function show(level?: Big): Promise<void> {
  const form = { market: 'binance', pairs: [PAIR], pairName: 'xrp_usdt', prices: {}, telegramNote: null } as const;
  const none = { thenField: () => null, onClose: doNothing, onAdded: doNothing, offline: false };
  await act(async () =>
    page.root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <AddAlertDialog key={level?.toFixed()} {...form} {...none} {...(level ? { level } : {})} />
      </QueryClientProvider>,
    ),
  );
}
const previewText = () =>
  [...page.box.querySelectorAll('output')]
    .map(({ textContent }) => textContent)
    .find((text) => text.includes('have fired'));
/** What is loaded and asked for meanwhile is rendered by itself. */
async function soon(check: () => void): Promise<void> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  await vi.waitFor(check, { timeout: 30_000 });
}
const choose = (label: string, value: string) => {
  const select = [...page.box.querySelectorAll('select')].find((one) => one.labels[0]?.textContent.startsWith(label));
  if (!select) throw new Error(`no ${label}`);
  select.value = value;
  act(() => void select.dispatchEvent(new Event('change', { bubbles: true })));
};

const namesOfFields = () => [...page.box.querySelectorAll('label, legend')].map(({ textContent }) => textContent);

it('U-10 the kind of an alert comes first, then its market and pair, and then only its fields', async () => {
  await show();
  const names = namesOfFields();
  const placeOf = (name: string) => names.findIndex((each) => each.startsWith(name));
  const places = ['Kind', 'BINANCE', 'Coin pair', 'Alert type', 'Price'].map(placeOf);
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  const shows = async (kind: string, fields: string[], others: string[]) => {
    choose('Kind', kind);
    await soon(() => expect(namesOfFields()).toEqual(expect.arrayContaining(fields)));
    expect(namesOfFields().filter((name) => others.includes(name))).toEqual([]);
  };
  const common = ['Kind', 'Frequency', 'Comment'];
  await shows('rsi', [...common, 'Coin pair', 'Length', 'Level', 'Bars of'], ['Alert type', 'Price', 'Move', 'Coin']);
  await shows('percent-move', [...common, 'Coin pair', 'Move', 'Within'], ['Alert type', 'Price', 'Length', 'Level']);
  await shows('listing', [...common, 'Coin', 'Happens'], ['Alert type', 'Price', 'Coin pair', 'Move', 'Within']);
  await shows('price', [...common, 'Coin pair', 'Alert type', 'Price'], ['Coin', 'Happens', 'Length', 'Level']);
});

it('U-10 a price level is drawn with its count of the last week, and only once is said as such', async () => {
  await show(new Big('0.53'));
  await soon(() => expect(previewText()).toBeDefined());
  expect(asked).toEqual([{ market: 'BINANCE', symbol: 'XRP_USDT', price: 0.53, type: 'PRICE_REACHES' }]);
  expect(previewText()).toBe(
    'This alert would have fired once in 7 days; set to Always, 2 times. That is counted from candles of one minute, and of one hour where the exchange has none of a minute.',
  );
  expect(page.box.querySelectorAll('svg[data-preview] polyline')).toHaveLength(2);
  expect(page.box.querySelectorAll('svg[data-preview] line')).toHaveLength(2);
  choose('Frequency', 'ALWAYS');
  expect(previewText()).toMatch(/^This alert would have fired 2 times in 7 days\./);
});

it('U-10 a preview says over how much time it was counted, and nothing of a count that is not known', async () => {
  preview = { ...PREVIEW, fired: [], hours: 25 };
  await show(new Big('0.53'));
  await soon(() => expect(previewText()).toMatch(/^This alert would not have fired in the last 25 hours\./));
  preview = { ...PREVIEW, hours: 71 };
  await show(new Big('0.54'));
  await soon(() => expect(previewText()).toMatch(/^This alert would have fired once in the last 2 days; set to/));
  const unknown = 'How often it would have fired is not known: the exchange has too few candles for that yet.';
  preview = { error: unknown, fired: null, hours: 0, closes: [], lines: [] };
  await show(new Big('0.55'));
  await soon(() => expect(page.box.textContent).toContain(unknown));
  expect(previewText()).toBeUndefined();
});

it('U-10 a preview that cannot be counted says why: the exchange does not answer, or it cannot be loaded now', async () => {
  preview = { error: null, fired: null, hours: 0, closes: [], lines: [] };
  await show(new Big('0.53'));
  const silent = 'How often it would have fired is not known: the exchange does not answer.';
  await soon(() => expect(page.box.textContent).toContain(silent));
  [preview, status] = [{ error: 'The candles are away.' }, 400];
  await show(new Big('0.54'));
  await soon(() => expect(page.box.querySelector('[role=alert]')?.textContent).toContain('The candles are away.'));
  const again = [...page.box.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again');
  [preview, status] = [PREVIEW, 200];
  act(() => again?.click());
  await soon(() => expect(previewText()).toMatch(/^This alert would have fired once in 7 days;/));
  expect(page.box.querySelector('[role=alert]')).toBeNull();
});

it('U-10 no preview is asked for before there is a price', async () => {
  await show();
  await act(() => import('../conditions/alert-preview.tsx'));
  expect(page.box.querySelector('output[aria-label^="Counting"], output[aria-label="Loading the preview"]')).toBeNull();
  expect(asked).toEqual([]);
});
