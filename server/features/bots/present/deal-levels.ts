import type { Big } from 'big.js';
import type { BotLevel } from '#contracts/bots.ts';
import { ONE, ZERO } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { boughtBy, ladderOf, takeProfitOf } from '../../../domain/strategies/averaging/addition-ladder.ts';
import { firstPrice } from '../../../domain/strategies/averaging/deal-step.ts';
import type { RunContext } from '../../../domain/strategies/rounds/run-facts.ts';
import { priceText } from '../plan/field-note.ts';
import type { StoredRun } from '../runs/runs.store.ts';
import { type DealBlockFacts, dealBlock } from '../deals/deal-books.ts';
import { dealSettings } from '../runs/deal-settings.ts';
import type { StoredDeal } from '../deals/deals.store.ts';
import { waitingText, waitsFor } from '../runs/next-deal.ts';

interface Shown {
  stored: StoredRun;
  pair: ExchangePair;
  context: RunContext;
}

const openDeal = ({ deals }: StoredRun): StoredDeal | null => deals.find(({ row }) => row.endedAt === null) ?? null;

const blocksOf = ({ blocks }: StoredDeal, pair: ExchangePair): DealBlockFacts[] =>
  blocks.map((block) => dealBlock(block, pair));

const isHeld = ({ isOpen, bought }: DealBlockFacts): boolean => isOpen && bought.net.gt(0);
const rests = ({ entry }: DealBlockFacts): boolean => entry === 'resting';

/** The block with the exits of the deal. */
const protectedBlock = (blocks: readonly DealBlockFacts[]): DealBlockFacts | undefined =>
  blocks.findLast((block) => isHeld(block) && (block.exits.takeProfit ?? block.exits.stop) !== null);

/** EX-13: who holds the stop of what it has; null while it has nothing. */
export function dealProtection({ stored, pair }: Shown): string | null {
  const deal = openDeal(stored);
  const held = deal ? blocksOf(deal, pair).filter(isHeld) : [];
  if (held.length === 0) return null;
  if (held.every(({ stopRests }) => stopRests)) return 'stop: exchange';
  if (held.every(({ exits }) => exits.stop === null) && !dealSettings(stored).averaging.stop) return 'no stop';
  return 'stop: being placed';
}

function exitsText({ exits: { takeProfit, stop } }: DealBlockFacts, pair: ExchangePair): string {
  const parts = [takeProfit && `take profit ${priceText(takeProfit, pair)}`, stop && `stop ${priceText(stop, pair)}`];
  return parts.filter((part) => part !== null).join(', ');
}

function heldText(blocks: readonly DealBlockFacts[], pair: ExchangePair): string {
  const held = blocks.filter(isHeld);
  const [net, spent] = [
    held.reduce((sum, { bought }) => sum.plus(bought.net), ZERO),
    held.reduce((sum, { bought }) => sum.plus(bought.spent), ZERO),
  ];
  const additions = blocks.filter((block) => block.leg === 'addition' && rests(block)).length;
  const core = protectedBlock(blocks);
  const exits = core ? exitsText(core, pair) : 'its take profit and its stop are being placed';
  const rest = additions === 1 ? '1 addition rests' : `${additions} additions rest`;
  return `holds ${floorTo(pair.step, net).toFixed()} ${pair.base} at ${priceText(spent.div(net), pair)}; ${exits}; ${rest}.`;
}

/** What it does just now. */
export function dealText({ stored, pair, context }: Shown): string {
  const deal = openDeal(stored);
  if (!deal) {
    const waits = waitsFor(stored, dealSettings(stored), context);
    return waits ? waitingText(waits) : 'Its next deal opens.';
  }
  const name = `Deal ${deal.row.number}`;
  const blocks = blocksOf(deal, pair);
  if (blocks.some(({ asksOwner }) => asksOwner))
    return `${name}: one of its orders was changed on the exchange. Decide about its order block.`;
  if (deal.row.ending) return `${name} is ending. ${deal.row.reason ?? ''}`.trim();
  return blocks.some(isHeld) ? `${name} ${heldText(blocks, pair)}` : `${name} buys its first coins.`;
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
interface Scene extends Shown {
  /** How many orders the deal has. */
  count: number;
  blocks: readonly DealBlockFacts[];
  /** With the exits of all that was bought; null while there are none. */
  core: DealBlockFacts | null;
}

const ownBlock = ({ blocks }: Scene, order: number): DealBlockFacts | undefined =>
  blocks.findLast(({ leg, number }) => (order === 0 ? leg === 'base' : leg === 'addition' && number === order));

function boughtLevel({ order, price, takeProfit }: Row, entered: Big, { count, core, pair, context }: Scene): BotLevel {
  // The sale of all is shown once, beside the first order.
  const sale = order === 0 && core?.exits.takeProfit ? core : null;
  return {
    number: count - order,
    buyPrice: price,
    sellPrice: core?.exits.takeProfit ?? takeProfit,
    side: 'sell',
    quantity: sale ? floorTo(pair.step, sale.bought.net) : entered,
    held: entered.times(ONE.minus(context.rules.fee)),
    rounds: 0,
    earned: ZERO,
    resting: sale !== null,
    idle: sale ? null : 'Bought.',
    asksOwner: false,
  };
}

function levelOf(row: Row, scene: Scene): BotLevel {
  const { order, price, quantity, takeProfit } = row;
  const block = ownBlock(scene, order);
  const entered = block?.entered.quantity ?? ZERO;
  if (block?.entry === 'ended' && entered.gt(0)) return boughtLevel(row, entered, scene);
  return {
    number: scene.count - order,
    buyPrice: price,
    sellPrice: takeProfit,
    side: 'buy',
    quantity,
    held: entered.times(ONE.minus(scene.context.rules.fee)),
    rounds: 0,
    earned: ZERO,
    resting: block !== undefined && rests(block),
    idle: idleOf(block),
    asksOwner: false,
  };
}

/** Each order of the deal that is open, the lowest first. */
export function dealLevels(of: Shown): BotLevel[] {
  const { stored, pair, context } = of;
  const deal = openDeal(stored);
  if (!deal) return [];
  const { rules } = context;
  const { averaging } = dealSettings(stored);
  const blocks = blocksOf(deal, pair);
  const ladder = ladderOf(averaging, firstPrice(blocks) ?? deal.row.marketPrice, rules);
  const rows = ladder.map(({ price, quantity }, order): Row => {
    const bought = boughtBy(ladder.slice(0, order + 1), rules);
    return { order, price, quantity, takeProfit: takeProfitOf(bought, averaging.takeProfit, rules) ?? price };
  });
  const scene: Scene = { ...of, count: rows.length, blocks, core: protectedBlock(blocks) ?? null };
  return rows.map((row) => levelOf(row, scene)).toReversed();
}
