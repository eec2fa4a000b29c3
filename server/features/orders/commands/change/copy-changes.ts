import { Big } from 'big.js';
import { grouped, ZERO } from '#contracts/rules/decimal.ts';
import { isLegal } from '../../../../domain/exits/exit-terms.ts';
import { liveOf } from '../../../../domain/position/books.ts';
import { changedCopy } from '../../../../domain/position/changed-copy.ts';
import { priceBetween } from '../../../../lib/price-between.ts';
import type { CopyKey } from '../../../keys/index.ts';
import type { Orders } from '../../orders.ts';
import type { BlockView, PositionView } from '../../store/block-view.store.ts';
import { mainOf } from '../change-intent.ts';
import { spentOn } from '../entry/plan-entry.ts';
import { freeOf, tiedUp } from './entry-cost.ts';
import { filledOf, type SizedChange } from './size-change.ts';

export interface CopyChange {
  copy: PositionView;
  /** Base units in all; 0 where it stays as it is, for a reason. */
  quantity: Big;
  reason: string | null;
}

const stays = (copy: PositionView, why: string): CopyChange => ({
  copy,
  quantity: ZERO,
  reason: `The main key's order was changed, not this one: ${why}`,
});

interface ChangeContext {
  view: BlockView;
  sized: SizedChange;
  rule: CopyKey | undefined;
  counterUsdt: Big | null;
}

const NO_PRICE = (counter: string): string =>
  `the price of ${counter} in USDT is not known, and this key's rule is in USDT.`;

async function changeOf(orders: Orders, copy: PositionView, context: ChangeContext): Promise<CopyChange> {
  const { view, sized, rule, counterUsdt } = context;
  const { pair, price } = sized;
  if (copy.interference) return stays(copy, 'it was changed on the exchange.');
  const filled = filledOf(copy) ?? ZERO;
  const { asset } = spentOn(copy.section, pair, { price, quantity: copy.quantity });
  const free = await freeOf(orders, view.block.userId, { keyId: copy.keyId, asset });
  const quantity = changedCopy(
    { side: copy.section, quantity: copy.quantity, filled },
    { before: mainOf(view).quantity, after: sized.quantity, price },
    {
      pair,
      fixed: rule?.fixed ?? null,
      ceiling: rule?.ceiling ?? null,
      usdtPrice: counterUsdt && counterUsdt.times(price),
      // What is not known is not spent.
      funds: tiedUp(copy, pair).plus(free ?? ZERO),
    },
  );
  if (!quantity) return stays(copy, NO_PRICE(pair.counter));
  const left = quantity.minus(filled);
  if (isLegal({ pair }, left, price)) return { copy, quantity, reason: null };
  const worth = left.gt(0) ? grouped(left.times(price).round(8, Big.roundDown)) : '0';
  return stays(
    copy,
    `${worth} ${pair.counter} would be under the minimum of ${grouped(pair.minNotional)} ${pair.counter}.`,
  );
}

/** What becomes of the copies whose entries still wait: the same price, by their own amounts. */
export async function copyChanges(orders: Orders, view: BlockView, sized: SizedChange): Promise<CopyChange[]> {
  const { userId, market } = view.block;
  const [main, ...copies] = view.positions;
  const waiting = copies.filter((copy) => copy.row.endedAt === null && liveOf(copy, ['entry']).length > 0);
  if (!main || waiting.length === 0) return [];
  const rules = new Map((await orders.keys.copies(userId, main.keyId)).map((rule) => [rule.id, rule]));
  const counterUsdt = priceBetween(
    sized.pair.counter,
    'USDT',
    (symbol) => orders.markets.lastPrice(market, symbol)?.price,
  );
  return Promise.all(
    waiting.map((copy) => changeOf(orders, copy, { view, sized, rule: rules.get(copy.keyId), counterUsdt })),
  );
}
