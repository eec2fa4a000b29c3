import { min } from '../../server/contracts/rules/decimal.ts';
import { partFault, shareOf } from '../../server/contracts/rules/part-close.ts';
import { planExits } from '../../server/domain/exits/plan-exits.ts';
import { desiredOf } from '../../server/domain/position/desired-targets.ts';
import { exitPrice } from '../../server/domain/position/exits.ts';
import { isLive } from '../../server/domain/position/order-state.ts';
import type { OrderFact } from '../../server/domain/position/position.ts';
import { big } from './block-sketch.ts';
import type { ModelExchange } from './model-exchange.ts';

const planOf = ({ position, intent, marketContext }: ModelExchange) =>
  planExits(position, desiredOf(position, intent), marketContext);

/** Closes a share as the command does: where a part and its rest can be traded, and nothing of it is at work. */
export function closePart(model: ModelExchange, share: string): void {
  const { position, intent, marketContext, market } = model;
  const { pair } = marketContext;
  const isBusy = position.orders.some(({ leg, state }) => isLive(state) && (leg === 'entry' || leg === 'close'));
  if (isBusy || intent.ending !== 'none' || position.interference || model.ended) return;
  const { open } = planOf(model);
  const quantity = shareOf(open, big(share), pair.step);
  const wanted = desiredOf(position, intent);
  const exits = (['take-profit', 'stop-loss'] as const).flatMap((target) => exitPrice(wanted, target) ?? []);
  const { step, minQuantity, minNotional, marketQuantity } = pair;
  const rules = { step, minQuantity, minNotional, most: marketQuantity?.max ?? null };
  const terms = { ...rules, held: open, market, lowest: min(market, ...exits) };
  if (open.gt(0) && partFault(quantity, terms, pair.base) === null) model.closePart(quantity);
}

/** When parts are sent: whether they and all that rests would sell more than is held, and how many orders protect the rest. */
export function partsAsSent(
  model: ModelExchange,
  parts: readonly OrderFact[],
): { isOverSold: boolean; protecting: number; wanted: number } {
  const resting = model.live.filter(({ leg, state }) => leg !== 'entry' && state !== 'planned');
  const lists = new Map(resting.map((order) => [order.clientListId ?? order.id, order.quantity]));
  const sum = [...lists.values(), ...parts.map(({ quantity }) => quantity)].reduce(
    (all, each) => all.plus(each),
    big(0),
  );
  const { open, orders } = planOf(model);
  const isOverSold = model.position.section === 'buy' && sum.gt(open);
  // With a close asked for, the parts go first and everything else after them.
  const wanted = model.intent.ending === 'close' ? 0 : orders.length;
  return { isOverSold, protecting: resting.length, wanted };
}
