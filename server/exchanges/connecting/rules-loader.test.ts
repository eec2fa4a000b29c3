import { expect, it, onTestFinished } from 'vitest';
import { HOUR } from '#contracts/rules/time.ts';
import { XRP } from '../../../tests/factories/block-sketch.ts';
import { until } from '../../../tests/setup/until.ts';
import type { ExchangePair } from '../../domain/market/pair.ts';
import { createLog } from '../../lib/log.ts';
import type { Answer } from '../exchange.ts';
import { createRulesLoader } from './rules-loader.ts';

const pair = (symbol: string, status: ExchangePair['status'] = 'trading'): ExchangePair => ({ ...XRP, symbol, status });
const isPair = (entry: unknown): entry is ExchangePair => typeof entry === 'object' && entry !== null;
const ok = <T>(value: T): Answer<T> => ({ outcome: 'ok', value });

/** An exchange whose list a test changes; the whole list is read each hour, what trades is looked at all the time. */
async function listing(...symbols: string[]) {
  const listed = new Map(symbols.map((symbol) => [symbol, pair(symbol)]));
  /** Traded there, but never on spot. */
  const others = new Set<string>();
  /** Entries of the whole list that do not read as documented. */
  const odd: unknown[] = [];
  const asked = { whole: 0, trading: 0 };
  const told: string[] = [];
  const rules = createRulesLoader<ExchangePair>({
    rest: { time: { sync: async () => {} } },
    log: createLog('silent'),
    timings: { firstPause: 5, rules: HOUR, status: 5 },
    async read(symbol) {
      if (symbol === undefined) asked.whole += 1;
      const found = [...listed.values()].filter((one) => symbol === undefined || one.symbol === symbol);
      return found.length > 0
        ? ok(symbol === undefined ? [...found, ...odd] : found)
        : { outcome: 'rejected', code: -1121, message: 'Invalid symbol.', sentence: 'There is no such pair.' };
    },
    async readTrading() {
      asked.trading += 1;
      return ok(
        new Set(
          [...listed.values()]
            .flatMap(({ symbol, status }) => (status === 'trading' ? symbol : []))
            .concat([...others]),
        ),
      );
    },
    readPair(entry) {
      if (odd.includes(entry)) throw new Error('not as documented');
      return isPair(entry) ? entry : undefined;
    },
    onPairs: () => {},
  });
  const stopped = new AbortController();
  onTestFinished(() => stopped.abort());
  await rules.start(stopped.signal);
  rules.watch((changed) => void told.push(...changed.map((one) => `${one.symbol} ${one.status}`)));
  return { listed, others, odd, asked, told, rules };
}

it('K-9 a pair that begins to trade and was never listed before is known at the next look at what trades', async () => {
  const { listed, told, asked } = await listing('XRPUSDT');
  listed.set('PEPEUSDT', pair('PEPEUSDT'));
  await until(() => expect(told).toEqual(['PEPEUSDT trading']));
  expect(asked.whole).toBe(2);
});

it('K-9 a pair that is taken off the list is known as that at the next look at what trades', async () => {
  const { listed, told, rules } = await listing('XRPUSDT', 'BTCUSDT');
  listed.delete('BTCUSDT');
  await until(() => expect(told).toEqual(['BTCUSDT halted']));
  expect(rules.pairs().get('BTCUSDT')?.delisted).toBe(true);
});

it.each([[{ symbol: 'ETHUSDT' }], [{ product_id: 'ETH-USDT' }], [{ symbol: 'NEWUSDT', filters: 'other' }]])(
  'K-9 while one pair on the list cannot be read, another that is taken off it is known as that: %j',
  async (entry) => {
    const { listed, odd, told, rules } = await listing('XRPUSDT', 'BTCUSDT', 'ETHUSDT');
    odd.push(entry);
    if (!('filters' in entry)) listed.delete('ETHUSDT');
    listed.delete('BTCUSDT');
    await until(() => expect(told).toEqual(['BTCUSDT halted']));
    expect(rules.pairs().get('BTCUSDT')?.delisted).toBe(true);
    expect(rules.pairs().get('ETHUSDT')).toMatchObject({ status: 'trading' });
    expect(rules.pairs().get('ETHUSDT')?.delisted).toBeUndefined();
  },
);

it('K-9 while an entry of the list does not say its pair, none is known as taken off: it may be any', async () => {
  const { listed, odd, asked, told } = await listing('XRPUSDT', 'BTCUSDT');
  odd.push({ price: 1 });
  listed.delete('BTCUSDT');
  await until(() => expect(asked.whole).toBe(2));
  const looks = asked.trading;
  await until(() => expect(asked.trading).toBeGreaterThan(looks + 5));
  expect(told).toEqual([]);
});

it('K-9 what trades and is not on the list of spot pairs has that list read once, not with each look', async () => {
  const { others, asked } = await listing('XRPUSDT');
  others.add('MARGINUSDT');
  await until(() => expect(asked.whole).toBe(2));
  const looks = asked.trading;
  await until(() => expect(asked.trading).toBeGreaterThan(looks + 5));
  expect(asked.whole).toBe(2);
});
