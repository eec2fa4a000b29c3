import { expect, it } from 'vitest';
import { signedParams, signedQuery } from './sign.ts';

// Both vectors stand in Binance's rest-api.md.
const secret = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j';
const order = (symbol: string) => ({
  symbol,
  side: 'BUY',
  type: 'LIMIT',
  timeInForce: 'GTC',
  quantity: '1',
  price: '0.1',
  recvWindow: 5000,
  timestamp: 1499827319559,
});

it("signs Binance's own example", () => {
  expect(signedQuery(secret, order('LTCBTC'))).toMatch(
    /&signature=c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71$/,
  );
});

it('signs the percent-encoded text of a symbol outside ASCII', () => {
  const query = signedQuery(secret, order('１２３４５６'));
  expect(query).toMatch(/^symbol=%EF%BC%91%EF%BC%92/);
  expect(query).toMatch(/&signature=e1353ec6b14d888f1164ae9af8228a3dbd508bc82eb867db8ab6046442f33ef3$/);
});

it('leaves out what is undefined', () => {
  expect(signedQuery(secret, { symbol: undefined, limit: 5 })).toMatch(/^limit=5&signature=/);
});

it('signs websocket parameters in alphabetical order, whatever order they are given in', () => {
  const forward = signedParams(secret, { apiKey: 'k', recvWindow: 5000, timestamp: 1 });
  const backward = signedParams(secret, { timestamp: 1, recvWindow: 5000, apiKey: 'k' });
  expect(backward.signature).toBe(forward.signature);
});
