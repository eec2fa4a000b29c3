import { type BlockFacts, blockFactsOf } from '../../../domain/averaging/block-facts.ts';
import type { Assets } from '../../../domain/position/books.ts';
import { mainOf } from './change-intent.ts';
import { intentOf } from '../intent.ts';
import type { BlockView } from '../store/block-view.store.ts';

export type { BlockFacts } from '../../../domain/averaging/block-facts.ts';

/** Of a bot's purchase that earns counter currency, by what the bot itself may do with it. */
export function blockFacts(view: BlockView, assets: Assets): BlockFacts {
  const position = mainOf(view);
  const { endReason: end, endedAt } = position.row;
  const facts = blockFactsOf({ position, intent: intentOf(view, position), end, isEnded: endedAt !== null }, assets);
  return { ...facts, isJoinable: facts.isJoinable && view.block.origin !== 'outside' };
}
