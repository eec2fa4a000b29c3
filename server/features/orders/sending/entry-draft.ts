import { ZERO } from '#contracts/rules/decimal.ts';
import type { Exits } from '../../../domain/position/exits.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';
import type { Drafted } from './send-orders.ts';

interface Entry {
  block: Pick<BlockView['block'], 'section'>;
  exits: Exits;
  position: Pick<PositionView, 'price' | 'quantity' | 'withTargets'>;
}

/** An entry, with its targets where they go out together. */
export function entryDraft({ block, exits, position }: Entry): { orders: Drafted[]; asList: boolean } {
  const entry: Drafted = {
    leg: 'entry',
    side: block.section,
    type: 'limit',
    price: position.price,
    stopPrice: null,
    quantity: position.quantity,
  };
  if (!position.withTargets) return { orders: [entry], asList: false };
  const exit = block.section === 'buy' ? 'sell' : 'buy';
  const common = { side: exit, quantity: ZERO } as const;
  const targets: Drafted[] = [];
  for (const { price } of exits.takeProfits)
    targets.push({ ...common, leg: 'take-profit', type: 'limit', price, stopPrice: null });
  if (exits.stop) targets.push({ ...common, leg: 'stop-loss', type: 'stop', price: null, stopPrice: exits.stop.price });
  return { orders: [entry, ...targets], asList: true };
}
