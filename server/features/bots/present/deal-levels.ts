import type { Big } from 'big.js';
import type { BotLevel } from '#contracts/bot-run.ts';
import { ONE, ZERO } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { boughtBy, ladderOf, takeProfitOf } from '../../../domain/strategies/averaging/addition-ladder.ts';
import { firstPrice } from '../../../domain/strategies/averaging/deal-step.ts';
import type { DealBlockFacts } from '../deals/deal-books.ts';
import { dealSettings, type LadderSettings } from '../runs/deal-settings.ts';
import { waitingText, waitsFor } from '../runs/next-deal.ts';
import {
  BOUGHT,
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
import { signalLevels, signalText } from './signal-levels.ts';
import { breakoutText, unitLevels } from './unit-levels.ts';

/** The block with the exits of all that was bought; an addition has those of its own coins until it is joined. */
const coreOf = (blocks: readonly DealBlockFacts[]): DealBlockFacts | undefined =>
  protectedBlock(blocks.filter(({ leg }) => leg !== 'addition')) ??
  protectedBlock(blocks.filter((block) => !rests(block)));

function heldText(blocks: readonly DealBlockFacts[], pair: ExchangePair): string {
  const additions = blocks.filter((block) => block.leg === 'addition' && rests(block)).length;
  const core = coreOf(blocks);
  const exits = core ? exitsText(core, pair) : 'its take profit and its stop are being placed';
  const rest = additions === 1 ? '1 addition rests' : `${additions} additions rest`;
  return `holds ${coinsText(blocks, pair)}; ${exits}; ${rest}.`;
}

function ladderText({ stored, pair, context }: ShownDeals, settings: LadderSettings): string {
  const [deal] = openDeals(stored);
  if (!deal) {
    const waits = waitsFor(stored, settings, context);
    return waits ? waitingText(waits) : 'Its next deal opens.';
  }
  const name = `Deal ${deal.row.number}`;
  const blocks = blocksOf(deal, pair);
  const ordinary = blocks.some(isHeld) ? `${name} ${heldText(blocks, pair)}` : `${name} buys its first coins.`;
  return unusualText(deal, blocks) ?? ordinary;
}

/** What it does just now. */
export function dealText(of: ShownDeals): string {
  const settings = dealSettings(of.stored);
  if (settings.by === 'ladder') return ladderText(of, settings);
  return settings.by === 'breakout' ? breakoutText(of, settings) : signalText(of, settings);
}

interface Row {
  /** 0 is the base order. */
  order: number;
  price: Big;
  quantity: Big;
  takeProfit: Big;
}

function idleOf(block: DealBlockFacts | undefined): string | null {
  if (!block) return 'Not placed yet.';
  if (rests(block)) return null;
  if (block.entered.quantity.gt(0)) return 'Bought.';
  if (block.fault !== null) return block.fault;
  return block.takenDown ? 'Taken down.' : 'It was canceled by you.';
}

/** What a row shows of the deal: its own order, and where what was bought is sold. */
interface ShownDeal extends ShownDeals {
  /** How many orders the deal has. */
  count: number;
  blocks: readonly DealBlockFacts[];
  /** With the exits of all that was bought; null while there are none. */
  core: DealBlockFacts | null;
}

const ownBlock = ({ blocks }: ShownDeal, order: number): DealBlockFacts | undefined =>
  blocks.findLast(({ leg, number }) => (order === 0 ? leg === 'base' : leg === 'addition' && number === order));

function boughtLevel(
  { order, price, takeProfit }: Row,
  entered: Big,
  { count, core, pair, context }: ShownDeal,
): BotLevel {
  // The sale of all is shown once, beside the first order.
  const sale = order === 0 && core?.exits.takeProfit ? core : null;
  return {
    number: count - order,
    buyPrice: price,
    sellPrice: core?.exits.takeProfit ?? takeProfit,
    stopPrice: sale?.exits.stop ?? null,
    side: 'sell',
    quantity: sale ? floorTo(pair.step, sale.bought.net) : entered,
    held: entered.times(ONE.minus(context.rules.fee)),
    rounds: 0,
    earned: ZERO,
    ...(sale ? saleState(sale.takeProfitRests) : BOUGHT),
    asksOwner: false,
  };
}

function levelOf(row: Row, shown: ShownDeal): BotLevel {
  const { order, price, quantity, takeProfit } = row;
  const block = ownBlock(shown, order);
  const entered = block?.entered.quantity ?? ZERO;
  if (block?.entry === 'ended' && entered.gt(0)) return boughtLevel(row, entered, shown);
  return {
    number: shown.count - order,
    buyPrice: price,
    sellPrice: takeProfit,
    stopPrice: null,
    side: 'buy',
    quantity,
    held: entered.times(ONE.minus(shown.context.rules.fee)),
    rounds: 0,
    earned: ZERO,
    resting: block !== undefined && rests(block),
    idle: idleOf(block),
    asksOwner: false,
  };
}

/** Each order of the deal that is open, the lowest first. */
function ladderLevels(of: ShownDeals, { averaging }: LadderSettings): BotLevel[] {
  const { stored, pair, context } = of;
  const [deal] = openDeals(stored);
  if (!deal) return [];
  const { rules } = context;
  const blocks = blocksOf(deal, pair);
  const ladder = ladderOf(averaging, firstPrice(blocks) ?? deal.row.marketPrice, rules);
  const rows = ladder.map(({ price, quantity }, order): Row => {
    const bought = boughtBy(ladder.slice(0, order + 1), rules);
    return { order, price, quantity, takeProfit: takeProfitOf(bought, averaging.takeProfit, rules) ?? price };
  });
  const shown: ShownDeal = { ...of, count: rows.length, blocks, core: coreOf(blocks) ?? null };
  return rows.map((row) => levelOf(row, shown)).toReversed();
}

/** Each order of its open deals. */
export function dealLevels(of: ShownDeals): BotLevel[] {
  const settings = dealSettings(of.stored);
  if (settings.by === 'ladder') return ladderLevels(of, settings);
  return settings.by === 'breakout' ? unitLevels(of) : signalLevels(of, settings);
}
