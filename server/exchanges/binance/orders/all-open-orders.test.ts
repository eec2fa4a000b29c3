import { expect, it } from 'vitest';
import { credentials, scriptedBinance, wireOrder } from '../../../../tests/factories/scripted-binance.ts';

const OPEN = 'GET /api/v3/openOrders';

/** An account that has 192.3 XRP wanted at 0.52 in the book, and so much locked. */
async function locking(usdt: string) {
  const { exchange, binance } = await scriptedBinance();
  await binance.start();
  const asked: (string | null)[] = [];
  exchange.on('GET /api/v3/account', () => ({ body: { balances: [{ asset: 'USDT', free: '1', locked: usdt }] } }));
  exchange.on(OPEN, ({ params }) => {
    const symbol = params.get('symbol');
    asked.push(symbol);
    const elsewhere = { ...wireOrder, symbol: 'BTCUSDT', orderId: 8, clientOrderId: 'tandem-2' };
    return { body: symbol === null ? [wireOrder, elsewhere] : [wireOrder] };
  });
  const all = async (likely: readonly string[]) => {
    const open = await binance.allOpenOrders(credentials, likely);
    return open.outcome === 'ok' ? open.value.map(({ clientOrderId }) => clientOrderId) : open;
  };
  return { exchange, asked, all };
}

it('M-02 asks for the likely pairs alone where these lock all that is locked', async () => {
  const { asked, all } = await locking('99.996');
  expect(await all(['XRPUSDT'])).toEqual(['tandem-1']);
  expect(asked).toEqual(['XRPUSDT']);
});

it('M-02 asks for all pairs where more is locked than these do', async () => {
  const { asked, all } = await locking('99.9961');
  expect(await all(['XRPUSDT'])).toEqual(['tandem-1', 'tandem-2']);
  expect(asked).toEqual(['XRPUSDT', null]);
});

it('M-02 asks for all pairs at once where that weighs no more', async () => {
  const { exchange, asked, all } = await locking('99.996');
  expect(await all(Array.from({ length: 10 }, () => 'XRPUSDT'))).toEqual(['tandem-1', 'tandem-2']);
  expect(asked).toEqual([null]);
  expect(exchange.asked('GET /api/v3/account')).toBe(0);
});

it('M-02 what is not answered is not taken for nothing', async () => {
  const { exchange, all } = await locking('0');
  exchange.on('GET /api/v3/account', () => ({ status: 503, body: {} }));
  expect(await all([])).toMatchObject({ outcome: 'unknown' });
});
