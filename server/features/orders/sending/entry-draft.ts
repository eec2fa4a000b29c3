import { ZERO } from '#contracts/rules/decimal.ts';
import type { Intent } from '../../../domain/position/position.ts';
import type { BlockView, PositionView } from '../store/block-view.store.ts';
import type { Drafted } from './send-orders.ts';

interface Entry {
  block: Pick<BlockView['block'], 'section'>;
  intent: Intent;
  position: Pick<PositionView, 'price' | 'quantity' | 'withTargets'>;
}

/** An entry, with its targets where they go out together. */
export function entryDraft({ block, intent, position }: Entry): { orders: Drafted[]; asList: boolean } {
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
  if (intent.takeProfit)
    targets.push({ ...common, leg: 'take-profit', type: 'limit', price: intent.takeProfit, stopPrice: null });
  if (intent.stopLoss)
    targets.push({ ...common, leg: 'stop-loss', type: 'stop', price: null, stopPrice: intent.stopLoss });
  return { orders: [entry, ...targets], asList: true };
}
