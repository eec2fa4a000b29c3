import { WIRE_DECIMALS } from '#contracts/rules/amount-decimals.ts';
import type { Market } from '#contracts/symbol.ts';
import type { Db } from '../../../db/database.ts';
import { csvLine } from '../../../lib/csv.ts';
import type { Markets } from '../../markets/index.ts';
import { type TradeRow, tradesStore } from './history-csv.store.ts';

const COLUMNS = [
  'time',
  'block',
  'key',
  'market',
  'pair',
  'section',
  'leg',
  'side',
  'price',
  'quantity',
  'counter value',
  'fee',
  'fee asset',
  'trade',
] as const;
const BATCH = 1000;

function tradeLine({ price, quantity, ...trade }: TradeRow, markets: Pick<Markets, 'findPair'>): string {
  const pair = markets.findPair(trade.market as Market, trade.symbol);
  return csvLine([
    new Date(trade.tradedAt).toISOString(),
    trade.blockId,
    trade.keyName ?? '',
    trade.market,
    pair ? `${pair.baseCurrency}/${pair.counterCurrency}` : trade.symbol,
    trade.section,
    trade.leg,
    trade.side,
    price.toFixed(),
    quantity.toFixed(),
    price.times(quantity).round(WIRE_DECIMALS, 0).toFixed(),
    trade.commission.toFixed(),
    trade.commissionAsset,
    trade.tradeId,
  ]);
}

/** A person's trades, oldest first, one line each; read in parts, so that a long history is never held whole. */
export async function* historyCsv(
  { db, markets }: { db: Db; markets: Pick<Markets, 'findPair'> },
  userId: string,
): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  const trades = tradesStore(db, userId);
  let batch = await trades.first(BATCH);
  while (batch.length > 0) {
    yield batch.map((trade) => tradeLine(trade, markets)).join('');
    const last = batch.at(-1);
    batch = last && batch.length === BATCH ? await trades.after(last, BATCH) : [];
  }
}
