import type { BotLevel } from '#contracts/bot-run.ts';
import { grouped, ZERO } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { DealBlockFacts } from '../deals/deal-books.ts';
import type { StoredDeal } from '../deals/deals.store.ts';
import { priceText } from '../plan/field-note.ts';
import type { SignalSettings } from '../../../domain/strategies/signals/run-settings.ts';
import { waitingText, waitsFor } from '../runs/next-deal.ts';
import { TIME_OF_DAY } from '../runs/run-texts.ts';
import { exitsOfDeal } from '../runs/signal-deal.ts';
import {
  blocksOf,
  coinsText,
  exitsText,
  isHeld,
  openDeals,
  protectedBlock,
  rests,
  saleState,
  type ShownDeals,
  unusualText,
} from './shown-deals.ts';

/** PB-8, PB-10: what the last bar said. */
export function barsText({ stored }: Pick<ShownDeals, 'stored'>, settings: Pick<SignalSettings, 'bars'>): string {
  if (!settings.bars) return 'Waits for a signal of its hook.';
  const { look } = settings.bars.flow;
  const { bars } = stored.run;
  if (!bars) return 'Reads the bars before its first decision.';
  if (bars.missing > 0) return `Waits for ${bars.missing} whole ${bars.missing === 1 ? 'bar' : 'bars'}.`;
  const at = `(bar of ${TIME_OF_DAY.format(bars.until)} UTC)`;
  if (bars.flow === null) return `Waits for a signal: none of ${look} bars stands out ${at}.`;
  const count = bars.standOut === 1 ? '1 bar stands out' : `${bars.standOut} bars stand out`;
  return `Waits for a signal: ${count}, flow ${bars.flow.toFixed(2)} ${at}.`;
}

function buysText({ row }: StoredDeal, pair: ExchangePair): string {
  if (!row.price || !row.quantity || row.validUntil === null) return 'buys.';
  const what = `${grouped(row.quantity)} ${pair.base} at up to ${priceText(row.price, pair)}`;
  return `buys ${what} until ${TIME_OF_DAY.format(row.validUntil)} UTC.`;
}

function heldText(blocks: readonly DealBlockFacts[], pair: ExchangePair): string {
  const core = protectedBlock(blocks);
  return `holds ${coinsText(blocks, pair)}${core ? `; ${exitsText(core, pair)}` : ''}.`;
}

function oneText(deal: StoredDeal, pair: ExchangePair): string {
  const blocks = blocksOf(deal, pair);
  const ordinary = blocks.some(isHeld) ? heldText(blocks, pair) : buysText(deal, pair);
  return unusualText(deal, blocks) ?? `Deal ${deal.row.number} ${ordinary}`;
}

/** What it does just now. */
export function signalText(of: ShownDeals, settings: SignalSettings): string {
  const { stored, pair, context } = of;
  const [first, ...others] = openDeals(stored);
  if (!first) {
    const waits = waitsFor(stored, settings, context);
    return waits ? waitingText(waits) : barsText(of, settings);
  }
  const more = others.length === 1 ? ' 1 more deal is open.' : ` ${others.length} more deals are open.`;
  return `${oneText(first, pair)}${others.length > 0 ? more : ''}`;
}

type LevelState = Pick<BotLevel, 'side' | 'quantity' | 'held' | 'resting' | 'idle'>;

const buying = ({ row }: StoredDeal, block: DealBlockFacts | undefined): LevelState => {
  const resting = block !== undefined && rests(block);
  return {
    side: 'buy',
    quantity: row.quantity ?? ZERO,
    held: block?.bought.net ?? ZERO,
    resting,
    idle: resting ? null : (block?.fault ?? 'Not placed yet.'),
  };
};

function holding(block: DealBlockFacts, pair: ExchangePair): LevelState {
  const held = isHeld(block) ? block.bought.net : ZERO;
  const isSold = block.exits.takeProfit !== null || block.exits.stop !== null;
  return {
    side: 'sell',
    quantity: floorTo(pair.step, held),
    held,
    ...(isSold
      ? saleState(held.gt(0) && (block.takeProfitRests || block.stopRests))
      : { resting: false, idle: 'Held until a signal ends it.' }),
  };
}

/** A row of its own for each open deal: what it buys, or where what it holds is sold. */
function levelOf(deal: StoredDeal, { pair }: ShownDeals, settings: SignalSettings): BotLevel {
  const { number, price, marketPrice } = deal.row;
  const [block] = blocksOf(deal, pair);
  const { takeProfit, stop } = block?.exits ?? exitsOfDeal(deal, settings, pair);
  const buyPrice = price ?? marketPrice;
  return {
    number,
    buyPrice,
    sellPrice: takeProfit ?? stop ?? buyPrice,
    stopPrice: takeProfit && stop,
    ...(block?.entry === 'ended' ? holding(block, pair) : buying(deal, block)),
    rounds: 0,
    earned: ZERO,
    asksOwner: false,
  };
}

export const signalLevels = (of: ShownDeals, settings: SignalSettings): BotLevel[] =>
  openDeals(of.stored).map((deal) => levelOf(deal, of, settings));
