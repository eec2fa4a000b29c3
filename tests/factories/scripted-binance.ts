import { Big } from 'big.js';
import { onTestFinished } from 'vitest';
import { createBinance } from '../../server/exchanges/binance/index.ts';
import type { BinanceTimings } from '../../server/exchanges/binance/binance-timings.ts';
import type { Clock } from '../../server/lib/clock.ts';
import { createLog } from '../../server/lib/log.ts';
import { createRateBudget, type RateBudget } from '../../server/runtime/rate-budget/rate-budget.ts';
import { scriptedExchange } from '../doubles/scripted-exchange.ts';

export const credentials = { apiKey: 'K'.repeat(64), secret: 'S'.repeat(64) };
export const terms = {
  clientOrderId: 'tandem-1',
  symbol: 'XRPUSDT',
  side: 'buy' as const,
  type: 'limit' as const,
  price: new Big('0.5200'),
  quantity: new Big('192.3'),
};
/** Both targets of a purchase at 0.5200. */
export const ocoTerms = {
  kind: 'oco' as const,
  clientListId: 'tandem-list',
  symbol: 'XRPUSDT',
  side: 'sell' as const,
  quantity: new Big('192.1'),
  targets: {
    takeProfit: { clientOrderId: 'tandem-profit', price: new Big('0.5460') },
    stopLoss: { clientOrderId: 'tandem-stop', stopPrice: new Big('0.4940'), price: null },
  },
};
/** As Binance answers about an order, wherever it does. */
export const wireOrder = {
  symbol: 'XRPUSDT',
  orderId: 7,
  orderListId: -1,
  clientOrderId: terms.clientOrderId,
  price: '0.52000000',
  origQty: '192.30000000',
  executedQty: '0.00000000',
  cummulativeQuoteQty: '0.00000000',
  status: 'NEW',
  type: 'LIMIT',
  side: 'BUY',
  updateTime: 1_700_000_000_000,
  transactTime: 1_700_000_000_000,
};

const leg = { ...wireOrder, orderListId: 1, origQty: '192.10000000', side: 'SELL' };
/** As Binance answers about a new list; where it only names a list's orders, the reports are more than it says. */
export const wireList = () => ({
  orderListId: 1,
  contingencyType: 'OCO',
  listStatusType: 'EXEC_STARTED',
  listOrderStatus: 'EXECUTING',
  listClientOrderId: ocoTerms.clientListId,
  transactionTime: 1_700_000_000_000,
  symbol: 'XRPUSDT',
  orders: [
    { symbol: 'XRPUSDT', orderId: 8, clientOrderId: 'tandem-stop' },
    { symbol: 'XRPUSDT', orderId: 9, clientOrderId: 'tandem-profit' },
  ],
  orderReports: [
    {
      ...leg,
      orderId: 8,
      clientOrderId: 'tandem-stop',
      type: 'STOP_LOSS',
      price: '0.00000000',
      stopPrice: '0.49400000',
    },
    { ...leg, orderId: 9, clientOrderId: 'tandem-profit', type: 'LIMIT_MAKER', price: '0.54600000' },
  ],
});

type ScriptedExchange = Awaited<ReturnType<typeof scriptedExchange>>;

interface Place {
  /** Another adapter before the same exchange. */
  at?: ScriptedExchange;
  clock?: Clock;
  /** With which it shares the exchange's limits. */
  budget?: RateBudget;
}

/** The adapter before an exchange that answers as told; both end with the test. */
export async function scriptedBinance(
  timings: Partial<BinanceTimings> = {},
  { at, clock = Date.now, budget = createRateBudget() }: Place = {},
) {
  const exchange = at ?? (await scriptedExchange());
  const logged: string[] = [];
  const log = createLog('debug', { write: (line) => void logged.push(line) });
  const binance = createBinance({ ...exchange.urls, clock, log, timings, budget });
  onTestFinished(async () => {
    await binance.stop();
    if (at === undefined) await exchange.close();
  });
  return { exchange, binance, budget, logged };
}
