import { type BlockFacts, blockFactsOf } from '../../../domain/averaging/block-facts.ts';
import type { Assets } from '../../../domain/position/books.ts';
import { planExits } from '../../../domain/exits/plan-exits.ts';
import type { Protection } from '../../../domain/exits/protection.ts';
import type { MarketContext } from '../../../domain/position/position.ts';
import { mainOf } from './change-intent.ts';
import { intentOf } from '../intent.ts';
import type { BlockView } from '../store/block-view.store.ts';

export type { BlockFacts } from '../../../domain/averaging/block-facts.ts';

/** Of a bot's purchase that earns counter currency, by what the bot itself may do with it. */
export function blockFacts(view: BlockView, assets: Assets): BlockFacts {
  const main = mainOf(view);
  const { endReason: end, endedAt } = main.row;
  const facts = blockFactsOf({ position: main, intent: intentOf(view, main), end, isEnded: endedAt !== null }, assets);
  return { ...facts, isJoinable: facts.isJoinable && view.block.origin !== 'outside' };
}

/** How the exits of its main key's part are held, as its row says it. */
export function mainProtection(view: BlockView, context: MarketContext): Protection {
  const main = mainOf(view);
  return planExits(main, intentOf(view, main), context).protection;
}
