import { generateKeyPairSync } from 'node:crypto';
import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { recordedConformance } from '../../../tests/conformance/recorded.ts';
import { recordedCoinbase } from '../../../tests/factories/recorded-coinbase.ts';
import { openRecorded } from '../../../tests/factories/recorded-market.ts';
import { until } from '../../../tests/setup/until.ts';
import type { OrderTerms } from '../../domain/market/exchange-order.ts';

recordedConformance('Coinbase, as recorded', recordedCoinbase);

const { key, terms } = recordedCoinbase;
const open = (scenario: string) => openRecorded(recordedCoinbase, [scenario]);

const claims = (header: string | undefined): Record<string, unknown> => {
  const [, body = ''] = header?.replace('Bearer ', '').split('.') ?? [];
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
};

it('signs with the time of Coinbase, each request for itself', async () => {
  const { exchange, recorded } = await open('account/fees');
  await exchange.commission(key, terms.symbol);
  const token = claims(recorded.seen.find(({ path }) => path.endsWith('transaction_summary'))?.headers.authorization);
  expect(token).toMatchObject({ sub: key.apiKey, uri: expect.stringMatching(/^GET .*\/transaction_summary$/) });
  expect(Math.abs(Number(token.nbf) - 1_785_000_000)).toBeLessThan(60);
});

it('takes a private key as it stands in a downloaded file, and one of the newer kind', async () => {
  const { exchange } = await open('keys/good');
  const asInFile = { ...key, secret: key.secret.replaceAll('\n', String.raw`\n`) };
  expect(await exchange.checkKey(asInFile)).toMatchObject({ ok: true });
  const ed25519 = generateKeyPairSync('ed25519');
  const raw = [ed25519.privateKey, ed25519.publicKey].map(
    (one) => one.export({ type: one.type === 'private' ? 'pkcs8' : 'spki', format: 'der' } as never) as Buffer,
  );
  const secret = Buffer.concat(raw.map((der) => der.subarray(-32))).toString('base64');
  expect(await exchange.checkKey({ apiKey: 'd2efa49a-369c-43d7-a60e-ae26e28853c2', secret })).toMatchObject({
    ok: true,
  });
});

it.each(['not a key', '-----BEGIN EC PRIVATE KEY-----\nnonsense\n-----END EC PRIVATE KEY-----\n'])(
  'a secret that is no private key is told apart, and never leaves (%#)',
  async (secret) => {
    const { exchange, recorded } = await openRecorded(recordedCoinbase, []);
    const asked = recorded.seen.length;
    expect(await exchange.checkKey({ ...key, secret })).toMatchObject({ ok: false, fault: 'wrong-secret' });
    expect(await exchange.place({ ...key, secret }, terms)).toMatchObject({ outcome: 'rejected' });
    expect(recorded.seen).toHaveLength(asked);
  },
);

it('searches an order that it does not remember, page by page', async () => {
  const { exchange, recorded } = await open('orders/second-page');
  expect(await exchange.find(key, terms)).toMatchObject({ outcome: 'found', order: { state: 'open' } });
  expect(recorded.asked('GET /api/v3/brokerage/orders/historical/batch')).toBe(2);
});

it('a refused cancellation is what the order itself says', async () => {
  const race = await open('orders/lost-race');
  expect(await race.exchange.cancel(key, terms)).toMatchObject({ outcome: 'already-done', order: { state: 'filled' } });
  const stubborn = await open('orders/stubborn');
  expect(await stubborn.exchange.cancel(key, terms)).toMatchObject({ outcome: 'unknown' });
});

it('an order that was taken and then failed is a refusal with its reason', async () => {
  const { exchange } = await open('orders/failed-later');
  expect(await exchange.place(key, terms)).toMatchObject({
    outcome: 'rejected',
    sentence: 'Coinbase refused the order: FAILED: Order entry is disabled.',
  });
});

it('looks on for candles where nothing was traded for long', async () => {
  const { exchange, recorded } = await open('rules/sparse');
  const startTime = 1_784_900_000_000 - (1_784_900_000_000 % 60_000);
  const of = { symbol: 'BTCUSD', interval: '1m', startTime, endTime: startTime + 800 * 60_000, limit: 1_000 };
  const candles = await exchange.candles(of);
  expect(candles.outcome === 'ok' && candles.value.map(({ close }) => close.toFixed())).toEqual(['1', '2', '3']);
  expect(recorded.seen.filter(({ path }) => path.endsWith('/BTC-USD/candles'))).toHaveLength(3);
});

it('N-1 says of candles and pairs what Coinbase has, and null or none of the rest', async () => {
  const { exchange } = await open('rules/sparse');
  const startTime = 1_784_900_000_000 - (1_784_900_000_000 % 60_000);
  const of = { symbol: 'BTCUSD', interval: '1m', startTime, endTime: startTime + 800 * 60_000, limit: 1_000 };
  const read = await exchange.candles(of);
  const untold = { quoteVolume: null, takerBase: null, takerQuote: null, trades: null };
  expect(read.outcome === 'ok' && read.value).toEqual(Array(3).fill(expect.objectContaining(untold)));
  const pair = exchange.pairs().get('BTCUSD');
  expect(pair).toMatchObject({ status: 'trading', trailing: null, pegged: null, lists: new Set() });
  const trailing = { ...terms, type: 'stop', trailingDelta: 100 } as const;
  expect(await exchange.place(key, { ...trailing, stopPrice: null })).toMatchObject({
    outcome: 'rejected',
    sentence: expect.stringContaining('Coinbase'),
  });
});

it('a subscription that is refused is made again, on a new connection', async () => {
  const { exchange, recorded } = await open('streams/refused-stream');
  const reported: unknown[] = [];
  exchange.watchTrades((event) => reported.push(event));
  await until(() => expect(recorded.connections()).toBeGreaterThan(1));
  expect(reported).toEqual([]);
});

describe('triggers', () => {
  const { price: _price, ...rest } = terms;
  const stopPrice = new Big('2.05');

  it('has stops with a limit', async () => {
    const { exchange } = await open('orders/stop-limit');
    const stop: OrderTerms = { ...rest, side: 'sell', type: 'stop-limit', stopPrice, price: new Big('2.04') };
    const placed = await exchange.place(key, stop);
    expect(placed).toMatchObject({ outcome: 'accepted', order: { type: 'stop-limit', state: 'open' } });
    expect(placed.outcome === 'accepted' && placed.order.stopPrice?.toFixed()).toBe('2.05');
  });

  it('has no others: they are refused here, and not sent', async () => {
    const { exchange, recorded } = await openRecorded(recordedCoinbase, []);
    const asked = recorded.seen.length;
    expect([...(exchange.pairs().get(terms.symbol)?.triggers ?? [])]).toEqual(['stop-limit']);
    for (const type of ['stop', 'take-profit'] as const) {
      expect(await exchange.place(key, { ...rest, type, stopPrice })).toMatchObject({
        outcome: 'rejected',
        sentence: `Coinbase has no ${type} orders on spot.`,
      });
    }
    expect(recorded.seen).toHaveLength(asked);
  });
});
