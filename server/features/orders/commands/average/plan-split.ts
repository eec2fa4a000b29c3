import type { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';
import type { previewSplit } from '#contracts/average.ts';
import type { ResponseOf } from '#contracts/endpoint.ts';
import { aloneReason } from '../../../../domain/averaging/joinable.ts';
import { type Part, sharesFault, split, tooSmall } from '../../../../domain/averaging/split.ts';
import { exitPrice } from '../../../../domain/position/exits.ts';
import { intentOf } from '../../intent.ts';
import type { Orders } from '../../orders.ts';
import type { BlockView, PositionView } from '../../store/block-view.store.ts';
import type { FoundPosition } from '../find-position.ts';
import { candidateOf, haltFault, heldBy, type KeyTerms, NOT_KNOWN, termsOfKey } from './candidates.ts';
import { holdingOf } from './plan-join.ts';

export interface SplitKey extends FoundPosition {
  inGroup: boolean;
  /** Why it stays whole in the block that is there; null where it is split. */
  error: string | null;
  parts: Part[];
}
export interface SplitPlan {
  error: string | null;
  keys: SplitKey[];
}

const SHOWN_DECIMALS = 8;
const averageOf = ({ counter, quantity }: Part): Big => counter.div(quantity).round(SHOWN_DECIMALS);

/** AV-4: each part must be worth an order at its stop, or without one at the market. */
function sizeFault({ view, position }: FoundPosition, parts: readonly Part[], { context }: KeyTerms): string | null {
  const { pair, market } = context;
  const stop = exitPrice(intentOf(view, position), 'stop-loss');
  const at = stop ?? market;
  const index = tooSmall(parts, { stop: at, minNotional: pair.minNotional, minQuantity: pair.minQuantity });
  const part = index === null ? undefined : parts[index - 1];
  if (!part || !at) return null;
  const worth = grouped(part.closing.times(at));
  const where = stop ? 'at its stop' : 'at the market';
  return `Part ${index} would be ${grouped(part.closing)} ${pair.base}, worth ${worth} ${pair.counter} ${where}: the exchange takes no order under ${grouped(pair.minNotional)} ${pair.counter}.`;
}

async function ofKey(orders: Orders, found: FoundPosition, shares: readonly Big[]): Promise<SplitKey> {
  const { view, position } = found;
  const inGroup = position.row.ordinal > 0;
  const stays = (error: string): SplitKey => ({ ...found, inGroup, error, parts: [] });
  const reason = aloneReason(candidateOf(found));
  if (reason !== null) return stays(reason);
  const terms = await termsOfKey(orders, view, position.keyId);
  if (!terms) return stays(NOT_KNOWN);
  const parts = split(heldBy(found, terms), shares, terms.terms);
  return { ...found, inGroup, parts, error: sizeFault(found, parts, terms) };
}

const isAtWork = ({ row }: PositionView): boolean => row.endedAt === null;

/** What splitting a block would come to, and why it cannot be split so. */
export async function planSplit(orders: Orders, view: BlockView, shares: readonly Big[]): Promise<SplitPlan> {
  const fault = sharesFault(shares);
  if (fault !== null) return { error: fault, keys: [] };
  const positions = view.positions.filter((position) => isAtWork(position));
  const keys = await Promise.all(positions.map((position) => ofKey(orders, { view, position }, shares)));
  const main = keys.find(({ inGroup }) => !inGroup);
  const error = (await haltFault(orders, view)) ?? (main ? main.error : 'The main key’s part of it has ended.');
  return { error, keys };
}

/** AV-4 before the press. */
export const presentSplit = ({ error, keys }: SplitPlan): ResponseOf<typeof previewSplit> => ({
  error,
  keys: keys.map(({ position, inGroup, error: own, parts }) => ({
    uid: position.keyId,
    connectorName: position.keyName,
    inGroup,
    error: own,
    parts: parts.map((part) => holdingOf({ ...part, averagePrice: averageOf(part), closingApart: part.closing })),
  })),
});
