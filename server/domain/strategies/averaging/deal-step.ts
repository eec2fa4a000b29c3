import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import { isOrderable } from '#contracts/rules/least-order.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { SECOND } from '#contracts/rules/time.ts';
import { type AveragingSettings, additionsOf, type LadderOrder, stopOf, takeProfitOf } from './addition-ladder.ts';
import type {
  Bought,
  DealBlock,
  DealContext,
  DealExits,
  DealFacts,
  DealRules,
  DealStep,
  PlacedAddition,
} from '../deals/deal-facts.ts';
import { coreStep, endingStep, hasExits, isHeld, rests, undecidedStep, wait } from '../deals/shared-steps.ts';

/** PB-11: the take profit is replaced at most so often, ms. */
const JOINED_EVERY = 5 * SECOND;
/** PB-5: above the market; what jumps further is not bought. */
const REACH = '1.005';

/** PB-5: the quantity is that of the market, at a limit half a percent above it. */
export function baseOrder({ baseOrder: amount }: Pick<AveragingSettings, 'baseOrder'>, last: Big, rules: DealRules) {
  return { price: floorTo(rules.tick, last.times(REACH)), quantity: floorTo(rules.step, amount.div(last)) };
}

/** The price of the base order's fills; null while there is none. */
export function firstPrice(blocks: readonly DealBlock[]): Big | null {
  const filled = blocks.find(({ leg, entered }) => leg === 'base' && entered.quantity.gt(0));
  return filled ? filled.entered.counter.div(filled.entered.quantity) : null;
}

/** The ladder from the base order's fill: nothing before it. */
function ladderFrom(settings: AveragingSettings, { blocks }: DealFacts, rules: DealRules): LadderOrder[] {
  const first = firstPrice(blocks);
  if (!first) return [];
  const base = { deviation: ZERO, price: first, amount: settings.baseOrder, quantity: ZERO };
  return [base, ...additionsOf(settings, first, rules)];
}

/** PB-11: both of one deal: the take profit of all that was bought, the stop below the last addition. */
export function exitsOf(
  bought: Bought,
  ladder: readonly LadderOrder[],
  of: { settings: AveragingSettings; rules: DealRules },
): DealExits {
  const { settings, rules } = of;
  return { takeProfit: takeProfitOf(bought, settings.takeProfit, rules), stop: stopOf(ladder, settings, rules) };
}

const together = (blocks: readonly DealBlock[]): Bought => ({
  spent: blocks.reduce((sum, { bought }) => sum.plus(bought.spent), ZERO),
  net: blocks.reduce((sum, { bought }) => sum.plus(bought.net), ZERO),
});

/** The block that has what was bought so far: the base order's, or the last that others went over to. */
const coreOf = (blocks: readonly DealBlock[]): DealBlock | undefined =>
  blocks.findLast(({ leg, entry }) => leg === 'joined' && entry !== 'unwritten') ??
  blocks.findLast(({ leg }) => leg === 'base');

interface Held {
  core: DealBlock;
  /** Additions that have filled since. */
  added: readonly DealBlock[];
}

/** Beyond one of its exits nothing is placed: it is sold at once. */
function beyond({ takeProfit, stop }: DealExits, last: Big | null): string | null {
  if (takeProfit && last?.gte(takeProfit)) return 'The price is above its take profit.';
  return stop && last?.lte(stop) ? 'The price is below its stop.' : null;
}

/** A deal with what its settings and the market make of it. */
interface DealInputs {
  settings: AveragingSettings;
  facts: DealFacts;
  context: DealContext;
}

/** Whether the exchange takes a sale of all that was bought at this price. */
const isSellable = ({ net }: Bought, price: Big | null, { rules }: DealContext): boolean =>
  price !== null && isOrderable(floorTo(rules.step, net), price, rules);

const lowerOf = ({ takeProfit, stop }: DealExits): Big | null => stop ?? takeProfit;

/** too little to be sold where the price is, while an addition below may still make it enough; below its stop none does. */
function awaitsAddition({ settings, facts, context }: DealInputs, bought: Bought, { stop }: DealExits): boolean {
  const { last } = context;
  if (isSellable(bought, last, context) || (stop && last?.lte(stop))) return false;
  const isResting = facts.blocks.some((block) => block.leg === 'addition' && rests(block));
  return isResting || nextAddition(settings, facts, context) !== null;
}

/** The exits of what is bare, or of what is joined; null where that is too little for them: additions may make it enough. */
function exitsStep(inputs: DealInputs, block: DealBlock, joining: readonly DealBlock[]): DealStep | null {
  const { settings, facts, context } = inputs;
  const { rules, last, now } = context;
  const blocks = [block, ...joining];
  const bought = together(blocks);
  const exits = exitsOf(bought, ladderFrom(settings, facts, rules), { settings, rules });
  const passed = beyond(exits, last);
  if (passed !== null) return awaitsAddition(inputs, bought, exits) ? null : { do: 'end', reason: passed };
  if (!isSellable(bought, lowerOf(exits), context)) return null;
  if (joining.length === 0) return { do: 'protect', block, exits };
  const next = (facts.joinedAt ?? -JOINED_EVERY) + JOINED_EVERY;
  if (now < next) return wait(null, next);
  const number = facts.blocks.filter(({ leg, entry }) => leg === 'joined' && entry !== 'unwritten').length + 1;
  return { do: 'join', blocks, number, exits };
}

/** What is held gets its exits: an addition that has filled is joined with all before it, so that one list holds both. */
function protectingStep(inputs: DealInputs, { core, added }: Held): DealStep | null {
  const joining = core.isJoinable ? added.filter(({ isJoinable }) => isJoinable) : [];
  if (joining.length > 0) return exitsStep(inputs, core, joining);
  const bare = [core, ...added].filter((block) => !hasExits(block) && !block.isMoving);
  return bare.map((block) => exitsStep(inputs, block, [])).find((step) => step !== null) ?? null;
}

const isBare = (block: DealBlock): boolean => !hasExits(block) && !block.isMoving && !block.isClosing;

/** EX-14: an addition that has filled in part has the deal's exits until it is joined; it was bought below their average. */
function partStep({ facts, context }: DealInputs, { exits }: DealBlock): DealStep | null {
  if (context.additions === 'down' || beyond(exits, context.last) !== null) return null;
  const isWorthAnOrder = ({ bought }: DealBlock): boolean => isSellable(bought, lowerOf(exits), context);
  const part = facts.blocks.find(
    (block) => block.leg === 'addition' && rests(block) && isHeld(block) && isBare(block) && isWorthAnOrder(block),
  );
  return part ? { do: 'protect', block: part, exits } : null;
}

/** C-4: never more than the bot has left; what an earlier addition cost too much is missing to the last. */
function affordable({ price, quantity }: LadderOrder, free: Big, rules: DealRules): Big | null {
  const most = floorTo(rules.step, free.div(price));
  const affords = quantity.lt(most) ? quantity : most;
  return isOrderable(affords, price, rules) ? affords : null;
}

/** The next addition that does not rest and has not filled; one that was refused or taken down by its owner stays away. */
export function nextAddition(
  settings: AveragingSettings,
  facts: DealFacts,
  { rules, free }: DealContext,
): PlacedAddition | null {
  const [, ...additions] = ladderFrom(settings, facts, rules);
  for (const [index, order] of additions.entries()) {
    const number = index + 1;
    const before = facts.blocks.filter((block) => block.leg === 'addition' && block.number === number);
    const isDone = before.some(
      ({ takenDown, entered, entry }) => entry !== 'ended' || entered.quantity.gt(0) || !takenDown,
    );
    if (isDone) continue;
    const quantity = affordable(order, free, rules);
    if (quantity) return { leg: 'addition', number, attempt: before.length + 1, price: order.price, quantity };
  }
  return null;
}

function additionStep(settings: AveragingSettings, facts: DealFacts, context: DealContext): DealStep {
  if (context.additions === 'down') {
    const resting = facts.blocks.find((block) => block.leg === 'addition' && rests(block));
    return resting ? { do: 'cancel', block: resting } : wait();
  }
  const next = context.additions === 'place' ? nextAddition(settings, facts, context) : null;
  return next ? { do: 'place', order: next } : wait();
}

function beginStep(settings: AveragingSettings, { last, rules, additions }: DealContext): DealStep {
  if (!last) return wait('The last price is not known.');
  if (additions !== 'place') return { do: 'over', reason: 'It was not opened.' };
  return { do: 'place', order: { leg: 'base', number: 0, attempt: 1, ...baseOrder(settings, last, rules) } };
}

/** PB-11: what an averaging deal does next, by its facts alone; asked twice, it says the same. */
export function averagingStep(settings: AveragingSettings, facts: DealFacts, context: DealContext): DealStep {
  const undecided = undecidedStep(facts);
  if (undecided) return undecided;
  if (facts.ending) return endingStep(facts, context);
  const core = coreOf(facts.blocks);
  if (!core) return beginStep(settings, context);
  const step = coreStep(core, context);
  if (step) return step;
  const added = facts.blocks.filter((block) => block.leg === 'addition' && block.entry === 'ended' && isHeld(block));
  const inputs: DealInputs = { settings, facts, context };
  const protecting = protectingStep(inputs, { core, added });
  const next = protecting ?? additionStep(settings, facts, context);
  return next.do === 'wait' ? (partStep(inputs, core) ?? next) : next;
}
