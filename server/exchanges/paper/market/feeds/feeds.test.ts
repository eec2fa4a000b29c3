import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type PaperBench, openPaperExchange } from '../../../../../tests/factories/paper-exchange.ts';
import { createLog } from '../../../../lib/log.ts';
import { createPaperExchange } from '../../index.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recording-'));
});
afterAll(() => rm(folder, { recursive: true }));

const open: PaperBench[] = [];
const exchange = async (options: Parameters<typeof openPaperExchange>[0]) => {
  const bench = await openPaperExchange(options);
  open.push(bench);
  return bench;
};
afterEach(async () => {
  for (const bench of open.splice(0).toReversed()) await bench.close();
});

const tape = async (bench: PaperBench, symbol: string) =>
  (await bench.call<{ price: string; qty: string }[]>(`/api/v3/trades?symbol=${symbol}`)).body;

describe('a recording', () => {
  const record = async (name: string, lines: string[]) => {
    const file = join(folder, name);
    await writeFile(file, lines.join('\n'));
    return `replay:${file}`;
  };

  it('of trades is played at its own pace, and the other symbols are simulated', async () => {
    const prices = await record('XRPUSDT-trades-2026-10-01.csv', [
      'id,price,qty,quote_qty,time,is_buyer_maker,is_best_match',
      '1,0.5311,100,53.11,1790000000000,True,True',
      '2,0.5312,200,106.24,1790000000000,False,True',
      '3,0.5313,300,159.39,1790000000200000,False,True',
    ]);
    const bench = await exchange({ prices });
    const trades = await vi.waitFor(async () => {
      const shown = await tape(bench, 'XRPUSDT');
      expect(shown.length).toBeGreaterThanOrEqual(2);
      return shown;
    }, 20_000);
    expect(trades.slice(0, 2).map(({ price, qty }) => [price, qty])).toEqual([
      ['0.53110000', '100.00000000'],
      ['0.53120000', '200.00000000'],
    ]);
    await vi.waitFor(async () => expect((await tape(bench, 'BTCUSDT')).length).toBeGreaterThan(3), 20_000);
    expect((await tape(bench, 'XRPUSDT')).length).toBeLessThanOrEqual(3);
  });

  it('of candles passes through open, extremes and close', async () => {
    const prices = await record('DOGEUSDT-1s-2026-10.csv', [
      '1790000000000,0.12,0.125,0.119,0.124,400,1790000000399,48,4,200,24,0',
      '1790000000400,0.124,0.126,0.118,0.119,800,1790000000799,96,4,400,48,0',
    ]);
    const bench = await exchange({ prices });
    await vi.waitFor(async () => {
      expect((await tape(bench, 'DOGEUSDT')).map(({ price }) => Number(price))).toEqual([
        0.12, 0.119, 0.125, 0.124, 0.124, 0.126, 0.118, 0.119,
      ]);
    }, 20_000);
  });

  it('stops where it cannot be read, and the exchange goes on', async () => {
    const prices = await record('XRPUSDT-1m.csv', [
      '1790000000000,0.5401,0.5401,0.5401,0.5401,400,1790000000003,48,4,200,24,0',
      'not a candle',
    ]);
    const said: string[] = [];
    const bench = await exchange({ prices, log: createLog('error', { write: (line) => said.push(line) }) });
    await vi.waitFor(() => expect(said.join()).toContain('Line 2 of'), 20_000);
    expect((await bench.call<{ price: string }>('/api/v3/ticker/price?symbol=XRPUSDT')).body.price).toBe('0.54010000');
  });
});

it('the public feed follows another exchange, and finds it again after a break', async () => {
  const source = await exchange({});
  await source.price('XRPUSDT', '0.5300');
  const follower = await exchange({ prices: 'binance', publicFeedUrl: source.urls().wsUrl });
  const follow = (price: string) =>
    vi.waitFor(async () => {
      await source.price('XRPUSDT', price);
      const { body } = await follower.call<{ price: string }>('/api/v3/ticker/price?symbol=XRPUSDT');
      expect(Number(body.price)).toBe(Number(price));
    }, 30_000);
  await follow('0.5501');
  await source.control('fault', { kind: 'cut-streams' });
  await follow('0.5502');
});

it.each([
  ['tea-leaves', "PAPER_PRICES is 'tea-leaves'; it can be 'simulated', 'binance' or 'replay:FILE'."],
  ['replay:/nowhere/XRPUSDT-1m.csv', 'PAPER_PRICES names /nowhere/XRPUSDT-1m.csv, and there is no such file.'],
])('%s is refused with a sentence', async (prices, sentence) => {
  const { database } = await exchange({});
  const options = { db: database.db, clock: Date.now, log: createLog('silent'), seed: 1, port: 0, control: false };
  expect(() => createPaperExchange({ ...options, prices })).toThrow(sentence);
});
