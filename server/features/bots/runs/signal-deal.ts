import type { Big } from 'big.js';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { DealExits } from '../../../domain/strategies/deals/deal-facts.ts';
import type { SignalSettings } from '../../../domain/strategies/signals/run-settings.ts';
import { exitsFrom, exitsStart } from '../../../domain/strategies/signals/signal-deals.ts';
import type { SignalEntry } from '../../../domain/strategies/signals/signal-step.ts';
import type { StoredDeal } from '../deals/deals.store.ts';

type Tick = Pick<ExchangePair, 'tick'>;

/** What its exits are counted from: its limit, or the market where it trades at once. */
export const entryPrice = ({ row: { price, marketPrice } }: StoredDeal, { deals }: SignalSettings): Big =>
  exitsStart(deals, { price: price ?? marketPrice, market: marketPrice });

export const exitsOfDeal = (deal: StoredDeal, settings: SignalSettings, pair: Tick): DealExits =>
  exitsFrom(entryPrice(deal, settings), settings.deals, pair);

/** What a deal was opened to buy. */
export function signalEntryOf(deal: StoredDeal, settings: SignalSettings, pair: Tick): SignalEntry {
  const { price, quantity, validUntil } = deal.row;
  if (!price || !quantity || validUntil === null) throw new Error(`Deal ${deal.row.number} was opened by no signal.`);
  return { price, quantity, until: validUntil, stop: exitsOfDeal(deal, settings, pair).stop };
}
