import { expect, it } from 'vitest';
import { recordedCoinbase } from '../../../tests/factories/recorded-coinbase.ts';
import { openRecorded } from '../../../tests/factories/recorded-market.ts';
import { until } from '../../../tests/setup/until.ts';

const watching = async (scenario: string, timings = {}) => {
  const opened = await openRecorded(recordedCoinbase, [`books/${scenario}`], timings);
  const gaps: unknown[] = [];
  const trades: string[] = [];
  opened.exchange.watchTrades((event) => {
    if (event.kind === 'trade') trades.push(`${event.trade.symbol} ${event.trade.price.toFixed()}`);
    else gaps.push(event);
  });
  await until(() => expect(gaps).toHaveLength(1));
  return { ...opened, gaps, trades };
};

it.each(['usdc', 'alias-to-alone'])(
  'L-01 both names lead to one book: the trades of BTC-USD are those of BTC-USDC too (%s)',
  async (scenario) => {
    const { recorded, trades, exchange } = await watching(scenario);
    expect([...exchange.pairs().keys()]).toEqual(['BTCUSD', 'BTCUSDC', 'EURCUSDC']);
    recorded.emit('trades');
    recorded.emit('own-book');
    await until(() => expect(trades).toHaveLength(5));
    expect(trades).toEqual([
      'BTCUSD 68926.01',
      'BTCUSDC 68926.01',
      'BTCUSD 68926.5',
      'BTCUSDC 68926.5',
      'EURCUSDC 1.1413',
    ]);
    expect(recorded.connections()).toBe(1);
  },
);

it('L-01 an alias has its prices where the product that it stands for is not offered', async () => {
  const { recorded, trades } = await watching('alias-alone');
  recorded.emit('trades');
  await until(() => expect(trades).toEqual(['BTCUSDC 68926.01', 'BTCUSDC 68926.5']));
});

it('L-01 a product that Coinbase does not carry keeps no other from coming, and is named in the log', async () => {
  const { recorded, trades, logged } = await watching('one-not-carried', { call: 500 });
  recorded.emit('trades');
  await until(() => expect(trades).toHaveLength(4));
  expect(recorded.connections()).toBe(1);
  expect(logged.join('')).toContain('"missing":["XRP-USD"]');
});
