import type { Big } from 'big.js';
import { onTestFinished } from 'vitest';
import type { Credentials, Exchange } from '../../server/exchanges/exchange.ts';
import type { OrderTerms } from '../../server/domain/market/exchange-order.ts';
import type { AdapterOptions } from '../../server/exchanges/ccxt/assemble.ts';
import { createLog } from '../../server/lib/log.ts';
import { recordedExchange } from '../doubles/recorded-exchange.ts';

/** An adapter, and what its exchange's recordings are about. */
export interface RecordedMarket {
  market: 'bybit' | 'coinbase';
  create(options: AdapterOptions & { restUrl: string; wsUrl: string }): Exchange;
  key: Credentials;
  /** As it was sent when it was recorded. */
  terms: OrderTerms & { type: 'limit' };
  /** How far a call that wants three candles may reach. */
  candlesPerCall: number;
  /** Changes of the terms that were refused, by the name of their recording, with what is then said. */
  misfits: Record<string, { quantity?: Big; price?: Big; sentence: string }>;
}

/** The adapter before what was recorded, started; both end with the test. */
export async function openRecorded(
  { market, create }: RecordedMarket,
  scenarios: string[],
  timings: AdapterOptions['timings'] = {},
) {
  // What a scenario says of the rules goes before what they usually are.
  const recorded = await recordedExchange(market, ...scenarios, 'rules/rules');
  const logged: string[] = [];
  const log = createLog('debug', { write: (line) => void logged.push(line) });
  const { restUrl, wsUrl } = recorded;
  const exchange = create({
    restUrl,
    wsUrl,
    clock: Date.now,
    log,
    timings: { start: 20_000, firstPause: 20, settle: 5, ...timings },
  });
  onTestFinished(async () => {
    await exchange.stop();
    await recorded.close();
  });
  await exchange.start();
  return { recorded, exchange, logged };
}
