import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Big } from 'big.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { BotDetail } from '#contracts/bots.ts';
import { NeedsYou } from './needs-you.tsx';

const big = (text: string) => new Big(text);
const part = (asset: string, held: string) => ({ asset, held: big(held) });
const run = { missing: null, levels: [], given: { base: big('0'), counter: big('300') } };
const endings = {
  keep: { base: big('240'), counter: big('60') },
  sell: { quantity: big('240'), counter: big('299.76'), dust: big('0'), result: null },
  buyBack: null,
};
const basket = {
  botId: 'basket',
  type: 'basket',
  state: 'attention',
  needs: 'It could not sell.',
  baseCurrency: 'BTC',
  counterCurrency: 'USDT',
  marketPrice: null,
  endings,
  runs: [{ ...run, parts: [part('BTC', '0.0024'), part('USDT', '60')] }],
} as unknown as BotDetail;

const textOf = (bot: BotDetail): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <NeedsYou bot={bot} of={null} offline={false} onStop={() => {}} />
    </QueryClientProvider>,
  ).replaceAll('\u00a0', ' ');

it('U-7: a basket that needs you names its coins, and the worth of them in counter currency', () => {
  const text = textOf(basket);
  expect(text).toContain('Stop now, keep coins: 0.0024 BTC, 60 USDT (300.00 USDT in all) stay on your account.');
  expect(text).not.toContain('240.0 BTC');
  expect(text).toContain('Go on: it continues with the coins that are there and rebalances as set.');
});

it('C-9: a basket that holds no coin yet keeps its money', () => {
  const empty = { ...basket, runs: [{ ...run, parts: [part('BTC', '0')] }] } as unknown as BotDetail;
  expect(textOf(empty)).toContain('Stop now, keep coins: 300.00 USDT stay on your account.');
});
