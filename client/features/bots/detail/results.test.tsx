import { Big } from 'big.js';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { BotDetail } from '#contracts/bots.ts';
import type { BotRun } from '#contracts/bot-run.ts';
import { NumberLocale } from '../../../ui/amount.tsx';
import { RunFacts } from './results.tsx';

const bot = {
  type: 'averaging',
  baseCurrency: 'XRP',
  counterCurrency: 'USDT',
  pnl: null,
  pnlPercent: null,
  balance: null,
  runs: [{}],
  marketPrice: new Big('0.531'),
  runTime: 0,
  peopleCopied: 0,
} as unknown as BotDetail;

const hasNow = (base: string): string | undefined => {
  const given = { base: new Big(0), counter: new Big(100) };
  const owned = { base: new Big(base), counter: new Big('239.78') };
  const run = { given, owned, result: null, fees: [], justHolding: null } as unknown as BotRun;
  const html = renderToStaticMarkup(
    <NumberLocale value="en-US">
      <RunFacts bot={bot} run={run} of={{ price: 4, base: 1 }} />
    </NumberLocale>,
  );
  return /Has now<\/dt><dd>([^<]*)</.exec(html)?.[1];
};

it.each([
  ['376.8', '239.78 USDT and 376.8 XRP'],
  ['0.067', '239.78 USDT and 0.067 XRP'],
  ['0', '239.78 USDT'],
])('what a run has is never shown as zero: %s coins', (base, shown) => {
  expect(hasNow(base)).toBe(shown);
});
