import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Big } from 'big.js';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import type { Bot, BotDetail } from '#contracts/bots.ts';
import { NumberLocale } from '../../../ui/amount.tsx';
import { NeedsYou } from '../detail/needs-you.tsx';
import { formOf } from '../create/forms.ts';
import { BotCard } from './bot-card.tsx';
import { Needing } from './needing.tsx';

/** As read: without tags. */
function read(shown: ReactNode): string {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <NumberLocale value="en-US">{shown}</NumberLocale>
    </QueryClientProvider>,
  );
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

/** grid-books. */
const bot = {
  botId: 'b',
  name: 'Night grid',
  type: 'grid',
  active: true,
  state: 'running',
  reason: null,
  baseCurrency: 'XRP',
  counterCurrency: 'USDT',
  assets: [],
  pnl: new Big('-5.8'),
  pnlPercent: new Big('-1.45'),
  balance: new Big('394.12'),
  result: {
    currency: 'USDT',
    total: new Big('-5.7902145'),
    rounds: new Big('0.865643'),
    position: new Big('-6.6558575'),
  },
  protection: 'stop: this server',
  withoutUs: '2 + 2 turn without us',
  now: 'Buys 0.5000, sells 0.5200; market 0.5050.',
  trust: null,
  needs: null,
  waitsFor: null,
} as unknown as Bot;
const card = (of: Partial<Bot> = {}) => read(<BotCard bot={{ ...bot, ...of }} onDetail={() => undefined} />);

describe('U-2, U-13 the card of a bot', () => {
  it('U-2, U-13: shows pair, state, name, type, the total, its two parts, who holds what, and what it does now', () => {
    const text = card();
    for (const part of [
      'XRP/USDT',
      'Active · running',
      'Night grid',
      'Grid bot',
      '−5.80 USDT',
      '−1.45%',
      'rounds ▲ +0.86',
      'position ▼ −6.66 USDT',
      'Balance 394.12 USDT',
      bot.now,
      '2 + 2 turn without us',
      'stop: this server',
      'Detail',
    ])
      expect(text).toContain(part);
  });
  it('R-14: a basket has no rounds: its total is said once', () => {
    const text = card({ type: 'basket', assets: ['BTC', 'BNB'] });
    expect(text).toContain('−5.80 USDT');
    expect(text).not.toContain('position');
  });
  it('C-19: what is not known is a dash and no zero, and no yearly rate is told', () => {
    const text = card({ pnl: null, pnlPercent: null, balance: null, result: null });
    expect(text).toMatch(/PNL —.*Balance —/);
    expect(text).not.toMatch(/\b0\.00\b/);
    expect(card()).not.toMatch(/year|p\.a\.|APR|APY|annual/i);
  });
});

describe('U-7 a bot that needs its owner', () => {
  const crossed = 'The stop at 0.4700 was crossed at 03:12.';
  const asking = { ...bot, state: 'attention', reason: crossed, needs: crossed } as Bot;
  const detail = {
    ...asking,
    marketPrice: new Big('0.505'),
    runs: [{ given: { base: new Big(0), counter: new Big('399.91632') }, levels: [], missing: null }],
    endings: {
      keep: { base: new Big('475.6299'), counter: new Big('153.933006') },
      sell: {
        quantity: new Big('475.6'),
        counter: new Big('393.870828'),
        dust: new Big('0.0299'),
        result: new Big('-6.045492'),
      },
      buyBack: null,
    },
  } as unknown as BotDetail;

  it('U-7: comes first on the page, with what happened and a way to decide', () => {
    const text = read(<Needing bots={[bot, asking]} onDetail={() => undefined} />);
    expect(text).toContain('Needs you');
    expect(text).toContain('The stop at 0.4700 was crossed at 03:12.');
    expect(text).toContain('Decide');
    expect(read(<Needing bots={[bot]} onDetail={() => undefined} />).trim()).toBe('');
  });
  it('U-7: has two buttons, and says what each does in money', () => {
    const shown = <NeedsYou bot={detail} of={{ price: 4, base: 1 }} offline={false} onStop={() => undefined} />;
    const text = read(shown).replaceAll('\u00a0', ' ');
    expect(text).toContain('Stop now, keep coins: 475.6 XRP (240.19 USDT) and 153.93 USDT stay on your account.');
    expect(text).toContain('Stop now, sell coins: about 239.93 USDT for them at market, 393.87 USDT in all.');
    expect(text).toContain('Go on: its orders rest on, and nothing is traded now.');
    expect(text).toMatch(/Stop now Go on/);
  });
  it('C-18, U-7: one that runs on says which order was canceled, and may put it back or leave it out', () => {
    const level = { number: 5, side: 'sell', quantity: new Big('96.9'), sellPrice: new Big('0.53'), asksOwner: true };
    const needs = 'Level 5: its order was canceled on the exchange.';
    const runs = [{ given: { base: new Big(0), counter: new Big(400) }, levels: [level], missing: null }];
    const running = { ...detail, state: 'running', needs, runs } as unknown as BotDetail;
    const shown = <NeedsYou bot={running} of={{ price: 4, base: 1 }} offline={false} onStop={() => undefined} />;
    const text = read(shown);
    expect(text).toContain(needs);
    expect(text).toContain('Put back: sells 96.9 at 0.5300.');
    expect(text).toMatch(/Put it back Leave it out/);
    expect(text).not.toMatch(/Stop now/);
    expect(read(<Needing bots={[running]} onDetail={() => undefined} />)).toContain(needs);
  });
});

it('U-4: the form of levels keeps its two tabs, what is earned, its three amounts and the repeat', () => {
  const { inputs, choices, checks } = formOf('levels', { baseCurrency: 'XRP', counterCurrency: 'USDT' });
  const labels = (of: readonly { label: string }[]) => of.map(({ label }) => label);
  expect(choices.map(({ options }) => labels(options))).toEqual([
    ['Buy/Sell', 'Sell/Buy'],
    ['USDT', 'XRP'],
  ]);
  expect(labels(inputs)).toEqual(['Buy', 'Sell', 'Invest']);
  expect(labels(checks)).toEqual(['Repeat the circle after completion']);
});
