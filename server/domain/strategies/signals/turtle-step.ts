import type { Big } from 'big.js';
import { max, min, ONE } from '#contracts/rules/decimal.ts';
import { isOrderable } from '#contracts/rules/least-order.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type {
  DealBlock,
  DealContext,
  DealExits,
  DealFacts,
  DealRules,
  DealStep,
  PlacedAddition,
  UnitOrder,
} from '../deals/deal-facts.ts';
import { coreStep, endingStep, isHeld, overStep, rests, undecidedStep, wait } from '../deals/shared-steps.ts';
import { additionOf, type Breakout, orderAt, type TurtleSettings, turtleStop, unitOf } from './turtle.ts';

type Waited = Pick<UnitOrder, 'trigger' | 'range'>;

/** What a deal goes by that buys at a breakout. */
export interface TurtleTerms {
  /** `given` is what its units are counted from. */
  settings: TurtleSettings;
  /** Where its first unit is bought; null once its filter has ended. */
  breakout: Waited | null;
  /** At which all is sold; null while it is not known. */
  exit: Big | null;
}

/** An order that was refused is tried once more: the market may have passed its price meanwhile. */
const MOST_REFUSED = 2;
const TOO_SMALL = 'What has filled of its entry is too small to be sold: the rest stays open.';

/** PB-9: the stop that goes out with a unit. */
export const stopOfUnit = ({ trigger, range }: Waited, rules: Pick<DealRules, 'tick'>): Big =>
  turtleStop({ entry: trigger, n: range }, null, rules);

const isSame = ({ unit }: DealBlock, { trigger, range }: Waited): boolean =>
  Boolean(unit?.trigger.eq(trigger) && unit.range.eq(range));

/** C-4: as much of a unit as the bot has money for at its limit; null where it could not be sold at its stop. */
function affordable(unit: UnitOrder, limit: Big, { rules, free }: Pick<DealContext, 'rules' | 'free'>): Big | null {
  const quantity = min(unit.quantity, floorTo(rules.step, free.div(limit)));
  const sold = floorTo(rules.step, quantity.times(ONE.minus(rules.fee)));
  return isOrderable(sold, stopOfUnit(unit, rules), rules) ? quantity : null;
}

const ordered = (unit: UnitOrder, { limit }: Breakout, context: Pick<DealContext, 'rules' | 'free'>) => {
  const quantity = affordable(unit, limit, context);
  const { trigger, range } = unit;
  return quantity && { price: limit, quantity, unit: { trigger, range } };
};

/** PB-9: the order of the first unit; null where one would be too small to be sold at its stop. */
export function firstUnit(
  { settings, breakout }: Pick<TurtleTerms, 'settings' | 'breakout'>,
  context: Pick<DealContext, 'rules' | 'free'>,
): Pick<PlacedAddition, 'price' | 'quantity' | 'unit'> | null {
  if (!breakout) return null;
  const { trigger, range } = breakout;
  const { quantity } = unitOf(settings, { n: range, trigger }, context.rules);
  return ordered({ ...breakout, quantity }, orderAt(trigger, context.rules.tick), context);
}

/** PB-5, rule 4: nothing has filled, or what has can be sold at its stop. */
function mayEnd({ entered, bought, exits: { stop } }: DealBlock, { rules }: DealContext): boolean {
  return entered.quantity.eq(0) || Boolean(stop && isOrderable(floorTo(rules.step, bought.net), stop, rules));
}

/** PB-9: moved at each bar's close, taken off when the filter ends, or as its owner pauses the bot. */
function restingStep(base: DealBlock, { breakout }: TurtleTerms, context: DealContext): DealStep {
  if (context.additions !== 'down' && breakout && isSame(base, breakout)) return wait();
  return mayEnd(base, context) ? { do: 'cancel', block: base } : wait(TOO_SMALL);
}

/** The next one is placed only after the end of the one before is known. */
function enterStep(terms: TurtleTerms, attempts: readonly DealBlock[], context: DealContext): DealStep {
  const last = attempts.at(-1);
  if (last && rests(last)) return restingStep(last, terms, context);
  const { breakout } = terms;
  if (last && last.fault === null && !last.takenDown) return overStep(attempts, 'Its entry was canceled.', context);
  if (!breakout) return overStep(attempts, 'Its filter has ended.', context);
  if (context.additions === 'down') return overStep(attempts, 'It was paused.', context);
  const refused = attempts.filter((block) => block.fault !== null && isSame(block, breakout));
  if (last && refused.length >= MOST_REFUSED) return wait(last.fault);
  if (context.additions === 'leave') return wait('Nothing is bought now.');
  const order = firstUnit(terms, context);
  if (!order) return overStep(attempts, 'What it has left is too little for a unit.', context);
  return { do: 'place', order: { leg: 'base', number: 0, attempt: attempts.length + 1, ...order } };
}

/** A deal that holds something. */
interface Held {
  terms: TurtleTerms;
  facts: DealFacts;
  context: DealContext;
  /** The block that has what was bought so far. */
  core: DealBlock;
  /** The unit that was bought first. */
  first: UnitOrder;
}

const isFilled = ({ leg, entry, entered }: DealBlock): boolean =>
  leg !== 'joined' && entry === 'ended' && entered.quantity.gt(0);

/** PB-9: two N below the last entry, or at the lowest low of the last bars, whichever is higher; never lower than it is. */
function stopOfAll({ terms: { exit }, facts, context, core, first }: Held): Big {
  const units = facts.blocks.filter(isFilled).flatMap(({ unit }) => unit ?? []);
  const entry = units.reduce((highest, { trigger }) => max(highest, trigger), first.trigger);
  const stop = turtleStop({ entry, n: first.range }, core.exits.stop, context.rules);
  return exit ? max(stop, exit) : stop;
}

/** The block of a stop that is new or higher: what has filled since goes over to it, so that one stop holds all. */
function protectingStep(held: Held): DealStep | null {
  const { facts, core, context } = held;
  const added = facts.blocks.filter((block) => block.leg === 'addition' && isFilled(block) && isHeld(block));
  const joining = core.isJoinable ? added.filter(({ isJoinable }) => isJoinable) : [];
  const stop = stopOfAll(held);
  const isRaised = !core.exits.stop?.gte(stop);
  if (joining.length === 0 && !isRaised) return added.length > 0 ? wait() : null;
  if (!context.last) return wait('The last price is not known.');
  if (context.last.lte(stop)) return { do: 'end', reason: 'The price is at its stop.' };
  const exits: DealExits = { takeProfit: null, stop };
  if (joining.length > 0) {
    const number = facts.blocks.filter(({ leg, entry }) => leg === 'joined' && entry !== 'unwritten').length + 1;
    return { do: 'join', blocks: [core, ...joining], number, exits };
  }
  return core.exits.stop ? { do: 'raise', block: core, exits } : { do: 'protect', block: core, exits };
}

/** PB-9: half of N above the unit before; only the next one rests. One that its owner took off stays away. */
function nextUnit({ terms, facts, context, first }: Held): PlacedAddition | null {
  for (let number = 1; number < terms.settings.units; number += 1) {
    const before = facts.blocks.filter((block) => block.leg === 'addition' && block.number === number);
    if (before.some(({ entry }) => entry === 'resting')) return null;
    const isDone = before.some(({ entered, fault, takenDown }) => entered.quantity.gt(0) || (!fault && !takenDown));
    if (isDone || before.filter(({ fault }) => fault !== null).length >= MOST_REFUSED) continue;
    const at = additionOf(first.trigger, { n: first.range, unit: number }, context.rules);
    const order = ordered({ ...first, trigger: at.trigger }, at, context);
    return order && { leg: 'addition', number, attempt: before.length + 1, ...order };
  }
  return null;
}

function additionStep(held: Held): DealStep {
  const { facts, context } = held;
  if (context.additions === 'down') {
    const resting = facts.blocks.find((block) => block.leg === 'addition' && rests(block));
    return resting ? { do: 'cancel', block: resting } : wait();
  }
  const next = context.additions === 'place' ? nextUnit(held) : null;
  return next ? { do: 'place', order: next } : wait();
}

/** Its order has ended, and neither its trades nor that there were none is known yet. */
const isUnbooked = ({ leg, entry, fault, end, entered }: DealBlock): boolean =>
  leg !== 'joined' && entry === 'ended' && fault === null && end === null && entered.quantity.eq(0);

/** PB-9: what a deal does next that buys at a breakout and adds, by its facts alone; asked twice, it says the same. */
export function turtleStep(terms: TurtleTerms, facts: DealFacts, context: DealContext): DealStep {
  const undecided = undecidedStep(facts);
  if (undecided) return undecided;
  if (facts.blocks.some(isUnbooked)) return wait('What one of its orders has bought is not known yet.');
  if (facts.ending) return endingStep(facts, context);
  const attempts = facts.blocks.filter(({ leg }) => leg === 'base');
  const base = attempts.find(({ entered }) => entered.quantity.gt(0));
  if (!base?.unit) return enterStep(terms, attempts, context);
  const core = facts.blocks.findLast(({ leg, entry }) => leg === 'joined' && entry !== 'unwritten') ?? base;
  const step = coreStep(core, context);
  if (step?.do === 'wait' && rests(core)) return restingStep(core, terms, context);
  const held: Held = { terms, facts, context, core, first: base.unit };
  return step ?? protectingStep(held) ?? additionStep(held);
}
