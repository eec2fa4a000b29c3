import { expect, it } from 'vitest';
import { trader } from '../../../tests/factories/visitor.ts';
import { paperSite } from '../../../tests/setup/paper-site.ts';
import { until } from '../../../tests/setup/until.ts';

const { site, control } = await paperSite({ anew: true });

type Row = Record<string, unknown>;

it('V-18 amounts have eight decimals in a dear currency and four in a cheap one, from the pair to the history', async () => {
  for (const [symbol, price] of [
    ['BTCUSDT', '60000'],
    ['ETHUSDT', '3000'],
    ['ETHBTC', '0.05'],
    ['XRPUSDT', '0.52'],
  ] as const)
    await control('price', { symbol, price });
  const priceOf = (symbol: string) => site.deps.markets.lastPrice('binance', symbol)?.price.toNumber();
  await until(() =>
    expect(['BTCUSDT', 'ETHUSDT', 'ETHBTC', 'XRPUSDT'].map(priceOf)).toEqual([60_000, 3000, 0.05, 0.52]),
  );
  const who = await trader(site);
  const decimalsOf = async (name: string) => {
    const { symbol } = (await who.get(`/api/markets/spot/binance/${name}`)).body as { symbol: Row };
    return [symbol['baseAmountDecimals'], symbol['counterAmountDecimals']];
  };
  expect(await decimalsOf('eth_btc')).toEqual([8, 8]);
  expect(await decimalsOf('xrp_usdt')).toEqual([4, 4]);

  const pair = { market: 'binance', symbolName: 'eth_btc' };
  const rows = async (section: string) => {
    const query = new URLSearchParams({ ...pair, counterEarning: 'true', section });
    const { content } = (await who.get(`/api/markets/spot/list?${query.toString()}`)).body;
    return Object.values(content as Record<string, Row[]>)[0] ?? [];
  };
  const order = { ...pair, price: 0.05, counterQuantity: 0.01, counterEarning: true };
  const { body } = await who.post('/api/markets/spot/first/buy', order);
  expect(body.error).toBeNull();
  const { blockId } = body.orderBlock as { blockId: string };
  await until(async () => expect(await rows('buy')).toMatchObject([{ status: 'filled' }]));
  await control('price', { symbol: 'ETHBTC', price: '0.05027' });
  await who.send('PUT', '/api/markets/spot/second/close/', { json: { ...pair, blockId } });
  // 0.01 BTC sold 0.54% higher, less 0.1% of each side: about 2 USDT, which four decimals would show as 0.
  await until(async () => expect(await rows('history')).toMatchObject([{ profitValue: expect.closeTo(0.0000339, 6) }]));
  const { earned } = (await who.get('/api/history/summary?market=binance&scope=all')).body;
  expect(earned).toMatchObject([{ currency: 'BTC', decimals: 8, profit: expect.closeTo(0.0000339, 6) }]);
});
