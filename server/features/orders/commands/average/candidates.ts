import { heldOf } from '../../../../domain/averaging/carried.ts';
import { aloneReason, apartReason, type Candidate, partFacts } from '../../../../domain/averaging/joinable.ts';
import type { AverageTerms, Held } from '../../../../domain/averaging/terms.ts';
import type { MarketContext } from '../../../../domain/position/position.ts';
import { Refusal } from '../../../../lib/errors.ts';
import { intentOf } from '../../intent.ts';
import type { Orders } from '../../orders.ts';
import { averageTerms } from '../../sending/go-over.ts';
import { type BlockView, type PositionView, readViews } from '../../store/block-view.store.ts';
import { mainOf } from '../change-intent.ts';
import type { FoundPosition } from '../find-position.ts';

export interface Verdict {
  blockId: string;
  reason: string | null;
}

/** What one key's part of a block is joined or split by; `botId` is the bot that asks. */
export function candidateOf({ view, position }: FoundPosition, botId: string | null = null): Candidate {
  const { block } = view;
  const isEnded = position.row.endedAt !== null;
  return {
    ...partFacts({ position, intent: intentOf(view, position), isEnded }),
    symbol: block.symbol,
    section: block.section,
    counterEarning: block.counterEarning,
    mainKeyId: mainOf(view).keyId,
    isOfBot: block.botId !== botId,
    isOutside: block.origin === 'outside',
  };
}

const ENDED = 'It has ended.';
const mainPart = (view: BlockView): FoundPosition => ({ view, position: mainOf(view) });

/** AV-1: which of these blocks can be joined with the first that can be joined at all. */
export function verdictsOn(views: readonly BlockView[], botId: string | null = null): Verdict[] {
  const all = views.map((view) => {
    const candidate = candidateOf(mainPart(view), botId);
    return { blockId: view.block.id, candidate, alone: view.block.open ? aloneReason(candidate) : ENDED };
  });
  const first = all.find(({ alone }) => alone === null)?.candidate;
  return all.map(({ blockId, candidate, alone }) => ({
    blockId,
    reason: alone ?? (first ? apartReason(candidate, first) : null),
  }));
}

/** One key's parts of blocks: those that go over together, and those that stay. */
export interface OfKey {
  keyId: string;
  keyName: string;
  inGroup: boolean;
  parts: FoundPosition[];
  left: Verdict[];
}

const isAtWork = ({ row }: PositionView): boolean => row.endedAt === null;

/** AV-2: the main key's parts first, then what each copy key has of these blocks. */
export function byKey(views: readonly BlockView[], botId: string | null = null): OfKey[] {
  const keys = new Map<string, OfKey>();
  for (const view of views) {
    for (const [index, position] of view.positions.entries()) {
      if (!isAtWork(position)) continue;
      const { keyId, keyName } = position;
      const key = keys.get(keyId) ?? { keyId, keyName, inGroup: index > 0, parts: [], left: [] };
      keys.set(keyId, key);
      const reason = aloneReason(candidateOf({ view, position }, botId));
      if (reason === null) key.parts.push({ view, position });
      else key.left.push({ blockId: view.block.id, reason });
    }
  }
  return [...keys.values()];
}

/** A person's own blocks, in the order in which they were named, each once. */
export async function ownBlocks({ db }: Orders, userId: string, ids: readonly string[]): Promise<BlockView[]> {
  const views = await readViews(db, userId, [...new Set(ids)]);
  if (views.length < new Set(ids).size) throw new Refusal('not-found', 'One of these orders is not yours.');
  return views;
}

export interface KeyTerms {
  context: MarketContext;
  terms: AverageTerms;
}

/** Null while the market, or what the key pays, is not known. */
export async function termsOfKey(orders: Orders, { block }: BlockView, keyId: string): Promise<KeyTerms | null> {
  const { userId, market, symbol, section } = block;
  const context = await orders.marketContext.of({ userId, keyId, market, symbol }, { needsFee: true });
  return context && { context, terms: averageTerms(section, context) };
}

export const heldBy = ({ position }: FoundPosition, { context }: KeyTerms): Held => heldOf(position, context.pair);

export const NOT_KNOWN = 'The exchange’s rules for this pair are not known yet. Try again in a moment.';

/** On a pair that does not trade targets would be taken down, and none placed. */
export async function haltFault({ markets }: Orders, { block }: BlockView): Promise<string | null> {
  const halt = await markets.haltOf(block.market, block.symbol);
  return halt && `${halt.sentence} Blocks cannot be joined or split now: they stay as they are.`;
}
