import { expect, it } from 'vitest';
import { recordedCoinbase } from '../../../tests/factories/recorded-coinbase.ts';
import { openRecorded } from '../../../tests/factories/recorded-market.ts';

const { key, terms } = recordedCoinbase;
const { price: _price, ...rest } = terms;
const atMarket = { ...rest, type: 'market' as const };
const open = (scenario: string) => openRecorded(recordedCoinbase, [`modes/${scenario}`]);
const posted = (seen: { method: string }[]) => seen.filter(({ method }) => method === 'POST');

it('L-06 a pair says what it takes: all, limits only, or what rests only', async () => {
  const { exchange } = await open('modes');
  expect([...exchange.pairs().values()].map(({ symbol, takesOnly }) => [symbol, takesOnly])).toEqual([
    ['XRPUSD', 'limit'],
    ['BTCUSD', 'resting'],
    ['ADAUSD', 'resting'],
    ['ETHUSD', undefined],
  ]);
});

it.each(['buy', 'sell'] as const)('L-06 in limit-only mode a market %s goes as a limit that crosses', async (side) => {
  const { exchange, recorded } = await open(`crossing-${side}`);
  const placed = await exchange.place(key, { ...atMarket, side });
  expect(placed).toMatchObject({ outcome: 'accepted', order: { state: 'filled', side } });
  expect(posted(recorded.seen)).toHaveLength(1);
});

it('L-06 such a limit that found nothing has expired: its owner did not cancel it', async () => {
  const { exchange } = await open('found-nothing');
  expect(await exchange.place(key, atMarket)).toMatchObject({ outcome: 'accepted', order: { state: 'expired' } });
});

it('L-06 without an offer to trade with nothing is sent, and it may be tried again', async () => {
  const { exchange, recorded } = await open('no-offers');
  expect(await exchange.place(key, atMarket)).toMatchObject({
    outcome: 'rejected',
    sentence: 'Coinbase has no offer in XRP/USD to trade with now.',
    retryAfter: 15_000,
  });
  expect(posted(recorded.seen)).toEqual([]);
});

it.each(['BTC', 'ADA'])(
  'L-06 where nothing trades at once a market order is not sent, and says so (%s)',
  async (base) => {
    const { exchange, recorded } = await open('modes');
    expect(await exchange.place(key, { ...atMarket, symbol: `${base}USD` })).toMatchObject({
      outcome: 'rejected',
      sentence: `Coinbase fills no orders at once in ${base}/USD now: it takes only limit orders that rest there.`,
      retryAfter: 15_000,
    });
    expect(posted(recorded.seen)).toEqual([]);
  },
);

it('L-06 a refused market order reads the mode anew, and goes as the pair takes it now', async () => {
  const { exchange, recorded } = await open('changed-since');
  const placed = await exchange.place(key, { ...atMarket, symbol: 'ETHUSD' });
  expect(placed).toMatchObject({ outcome: 'accepted', order: { state: 'filled', symbol: 'ETHUSD' } });
  expect(exchange.pairs().get('ETHUSD')?.takesOnly).toBe('limit');
  expect(posted(recorded.seen)).toHaveLength(2);
});
