import { desiredTargets } from '../../domain/position/desired-targets.ts';
import { type Exits, exitPrice } from '../../domain/position/exits.ts';
import type { Intent } from '../../domain/position/position.ts';
import type { BlockView, PositionView } from './store/block-view.store.ts';

/** What is wanted of one position: its block's intent, less what its owner let go on the exchange or it refused. */
export function intentOf({ block, intent, positions: [main] }: BlockView, position: PositionView): Intent {
  const { ending, ignoresTargets } = position.row;
  const isFollowing = block.origin === 'outside' && main !== undefined && main.id !== position.id;
  return desiredTargets(position, { block: intent, followed: isFollowing ? main : null, ending, ignoresTargets });
}

/** The nearest take profit and the stop as text, as events and the audit log keep them. */
export const exitPrices = (exits: Exits): { takeProfit: string | null; stopLoss: string | null } => ({
  takeProfit: exitPrice(exits, 'take-profit')?.toFixed() ?? null,
  stopLoss: exitPrice(exits, 'stop-loss')?.toFixed() ?? null,
});

/** The same with every take profit of a plan, nearest first. */
export const exitDetails = (exits: Exits) => ({
  ...exitPrices(exits),
  ...(exits.takeProfits.length > 1 ? { takeProfits: exits.takeProfits.map(({ price }) => price.toFixed()) } : {}),
});
