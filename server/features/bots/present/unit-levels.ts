import type { BotLevel } from '#contracts/bot-run.ts';
import { grouped, ONE, ZERO } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { UnitOrder } from '../../../domain/strategies/deals/deal-facts.ts';
import { stopOfUnit } from '../../../domain/strategies/signals/turtle-step.ts';
import type { DealBlockFacts } from '../deals/deal-books.ts';
import { priceText } from '../plan/field-note.ts';
import type { BreakoutSettings } from '../../../domain/strategies/rounds/breakout-deals.ts';
import { waitingText, waitsFor } from '../runs/next-deal.ts';
import { isFilterSeen } from '../signals/judge-breakout.ts';
import { barsText } from './signal-levels.ts';
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

/** A unit that was bought, or that waits to be. */
interface Unit {
  block: DealBlockFacts;
  order: UnitOrder;
}

const isBought = ({ block: { entered } }: Unit): boolean => entered.quantity.gt(0);

/** Of each unit its newest order, the first one first; what was moved or taken off is no unit. */
function unitsOf(blocks: readonly DealBlockFacts[]): Unit[] {
  const all = blocks.flatMap((block): Unit[] =>
    block.unit && block.leg !== 'joined' ? [{ block, order: block.unit }] : [],
  );
  const newest = Map.groupBy(all, ({ block: { leg, number } }) => `${leg} ${number}`);
  return [...newest.values()].flatMap((of) => of.find(isBought) ?? of.at(-1) ?? []);
}

/** 'with 474.9 XRP from 0.5264'. */
function waitsText({ block, order }: Unit, { pair }: Pick<ShownDeals, 'pair'>): string {
  const what = `buys ${grouped(order.quantity)} ${pair.base} from ${priceText(order.trigger, pair)}`;
  return rests(block) ? what : `${what}, which does not rest yet${block.fault === null ? '' : `: ${block.fault}`}`;
}

function heldText(units: readonly Unit[], blocks: readonly DealBlockFacts[], of: ShownDeals): string {
  const core = protectedBlock(blocks);
  const stop = core ? exitsText(core, of.pair) : 'its stop is being placed';
  const bought = units.filter(isBought).length;
  const next = units.find(({ block }) => block.leg === 'addition' && rests(block) && block.entered.quantity.eq(0));
  const more = next ? `; the next unit ${waitsText(next, of)}` : '';
  return `holds ${coinsText(blocks, of.pair)} in ${bought} ${bought === 1 ? 'unit' : 'units'}; ${stop}${more}.`;
}

/** PB-9: what it does just now. */
export function breakoutText(of: ShownDeals, settings: BreakoutSettings): string {
  const { stored, pair, context } = of;
  const [deal] = openDeals(stored);
  if (!deal) {
    const waits = waitsFor(stored, settings, context);
    if (waits) return waitingText(waits);
    return isFilterSeen(stored, settings)
      ? 'Its filter is on: a deal opens with the next bar.'
      : barsText(of, settings);
  }
  const name = `Deal ${deal.row.number}`;
  const blocks = blocksOf(deal, pair);
  const units = unitsOf(blocks);
  const [first] = units;
  const unusual = unusualText(deal, blocks);
  if (unusual !== null) return unusual;
  if (blocks.some(isHeld)) return `${name} ${heldText(units, blocks, of)}`;
  return `${name} ${first ? waitsText(first, of) : 'places its first unit'}.`;
}

function boughtLevel({ order, block }: Unit, core: DealBlockFacts | undefined, { pair, context }: ShownDeals) {
  const held = block.entered.quantity.times(ONE.minus(context.rules.fee));
  // The stop of all is shown once, at the first unit.
  const sale = block.leg === 'base' && core?.exits.stop ? core : null;
  return {
    sellPrice: core?.exits.stop ?? stopOfUnit(order, pair),
    side: 'sell' as const,
    quantity: sale ? floorTo(pair.step, sale.bought.net) : block.entered.quantity,
    held,
    ...(sale ? saleState(sale.stopRests) : BOUGHT),
  };
}

function waitingLevel({ order, block }: Unit, { pair }: ShownDeals) {
  const resting = rests(block);
  return {
    sellPrice: stopOfUnit(order, pair),
    side: 'buy' as const,
    quantity: order.quantity,
    held: block.entered.quantity,
    resting,
    idle: resting ? null : (block.fault ?? 'Not placed yet.'),
  };
}

/** Where all of it is sold is shown with the block that holds it. */
function levelOf(unit: Unit, core: DealBlockFacts | undefined, of: ShownDeals): BotLevel {
  const { block, order } = unit;
  const isDone = block.entry === 'ended' && isBought(unit);
  return {
    number: block.number + 1,
    buyPrice: order.trigger,
    stopPrice: null,
    ...(isDone ? boughtLevel(unit, core, of) : waitingLevel(unit, of)),
    rounds: 0,
    earned: ZERO,
    asksOwner: false,
  };
}

/** Each unit of the open deal, from the first one up. */
export function unitLevels(of: ShownDeals): BotLevel[] {
  const [deal] = openDeals(of.stored);
  if (!deal) return [];
  const blocks = blocksOf(deal, of.pair);
  const core = protectedBlock(blocks);
  return unitsOf(blocks).map((unit) => levelOf(unit, core, of));
}
