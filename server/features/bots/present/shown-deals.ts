import { floorTo } from '#contracts/rules/steps.ts';
import type { Big } from 'big.js';
import type { BotLevel } from '#contracts/bot-run.ts';
import { grouped, ZERO } from '#contracts/rules/decimal.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { RunContext } from '../../../domain/strategies/rounds/run-facts.ts';
import { type DealBlockFacts, dealBlock } from '../deals/deal-books.ts';
import type { ProtectionLabel } from '../../../domain/exits/protection.ts';
import { mainProtection } from '../../orders/index.ts';
import type { StoredDeal } from '../deals/deals.store.ts';
import { priceText } from '../plan/field-note.ts';
import { dealSettings } from '../runs/deal-settings.ts';
import type { StoredRun } from '../runs/runs.store.ts';

/** A run that opens deals, as it is shown. */
export interface ShownDeals {
  stored: StoredRun;
  pair: ExchangePair;
  context: RunContext;
}

export const openDeals = ({ deals }: StoredRun): StoredDeal[] => deals.filter(({ row }) => row.endedAt === null);

export const blocksOf = ({ blocks }: StoredDeal, pair: ExchangePair): DealBlockFacts[] =>
  blocks.map((block) => dealBlock(block, pair));

export const isHeld = ({ isOpen, bought }: DealBlockFacts): boolean => isOpen && bought.net.gt(0);
export const rests = ({ entry }: DealBlockFacts): boolean => entry === 'resting';

/** Of a row that holds coins and whose sale is wanted. */
export const saleState = (isThere: boolean): Pick<BotLevel, 'resting' | 'idle'> => ({
  resting: isThere,
  idle: isThere ? null : 'Its sale does not rest on the exchange.',
});
/** Of one whose coins are sold with those of another row. */
export const BOUGHT: Pick<BotLevel, 'resting' | 'idle'> = { resting: false, idle: 'Bought.' };

/** The block with the exits of the deal. */
export const protectedBlock = (blocks: readonly DealBlockFacts[]): DealBlockFacts | undefined =>
  blocks.findLast((block) => isHeld(block) && (block.exits.takeProfit ?? block.exits.stop) !== null);

function hasStop(stored: StoredRun): boolean {
  const settings = dealSettings(stored);
  if (settings.by === 'breakout') return true;
  return (settings.by === 'ladder' ? settings.averaging.stop : settings.deals.stop) !== null;
}

export const NO_STOP = 'no stop';

const STOP_HELD: Record<ProtectionLabel, string> = {
  exchange: 'stop: exchange',
  server: 'stop: this server',
  placing: 'stop: being placed',
  unknown: 'stop: not known',
  unprotected: 'stop: not held',
  none: 'stop: being placed',
};
/** The worst first. */
const LABELS = ['unprotected', 'unknown', 'placing', 'none', 'server', 'exchange'] as const;

/** EX-13: who holds the stops of what it has; null while it has nothing. */
export function dealProtection({ stored, pair, context }: ShownDeals): string | null {
  const held = openDeals(stored)
    .flatMap(({ blocks }) => blocks)
    .flatMap(({ view, ...block }) => (view ? [{ view, facts: dealBlock({ view, ...block }, pair) }] : []))
    .filter(({ facts }) => isHeld(facts));
  if (held.length === 0) return null;
  if (held.every(({ facts }) => facts.exits.stop === null) && !hasStop(stored)) return NO_STOP;
  const { last, now, rules } = context;
  const at = { pair, market: last, traded: null, isDelayed: context.isDelayed, fee: rules.fee, now };
  const label = ({ view, facts }: (typeof held)[number]) =>
    facts.stopRests ? 'exchange' : mainProtection(view, at).label;
  const labels = new Set(held.map(label));
  return STOP_HELD[LABELS.find((each) => labels.has(each)) ?? 'none'];
}

export function exitsText({ exits: { takeProfit, stop } }: DealBlockFacts, pair: ExchangePair): string {
  const parts = [takeProfit && `take profit ${priceText(takeProfit, pair)}`, stop && `stop ${priceText(stop, pair)}`];
  return parts.filter((part) => part !== null).join(', ');
}

/** '95.1 XRP at 0.5251'. */
export function coinsText(blocks: readonly DealBlockFacts[], pair: ExchangePair): string {
  const held = blocks.filter(isHeld);
  const sum = (of: (block: DealBlockFacts) => Big): Big => held.reduce((total, block) => total.plus(of(block)), ZERO);
  const [net, spent] = [sum(({ bought }) => bought.net), sum(({ bought }) => bought.spent)];
  return `${grouped(floorTo(pair.step, net))} ${pair.base} at ${priceText(spent.div(net), pair)}`;
}

/** Of one that waits for its owner, or that is ending; null else. */
export function unusualText({ row }: StoredDeal, blocks: readonly DealBlockFacts[]): string | null {
  const name = `Deal ${row.number}`;
  if (blocks.some(({ asksOwner }) => asksOwner))
    return `${name}: one of its orders was changed on the exchange. Decide about its order block.`;
  return row.ending ? `${name} is ending. ${row.reason ?? ''}`.trim() : null;
}
