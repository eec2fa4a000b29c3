import type { BasketPlanned, BotPreview } from '#contracts/bot-preview.ts';
import { ONE, ZERO } from '#contracts/rules/decimal.ts';
import type { Big } from 'big.js';
import type { Leg } from '../../../domain/strategies/basket/rebalance.ts';
import { wireAmount } from '../../../lib/decimal.ts';
import type { BotDeps } from '../deps.ts';
import { amount } from './amounts.ts';
import { type PreparedBasket, prepareBasket, type WantedBasket, worthOf } from './prepare-basket.ts';

const tradeOf = (side: 'buy' | 'sell', leg: Leg) => ({
  side,
  quantity: leg.quantity,
  limit: leg.limit,
  worth: amount(leg.worth),
});

function plannedOf({ start, parts, counter, counterPercent, free }: PreparedBasket): BasketPlanned | null {
  if (!start) return null;
  const { orders, basket } = start;
  const freeOf = (asset: string): Big | null => free && wireAmount(free.get(asset) ?? ZERO);
  const assets = basket.assets.map(({ name, held, price }) => {
    const sale = orders.sells.find(({ asset }) => asset === name);
    const purchase = orders.buys.find(({ asset }) => asset === name);
    return {
      asset: name,
      percent: parts.find(({ part }) => part.asset === name)?.part.percent ?? 0,
      price,
      held,
      worth: amount(held.times(price)),
      trade: sale ? tradeOf('sell', sale) : purchase ? tradeOf('buy', purchase) : null,
      free: freeOf(name),
    };
  });
  const { held } = basket.counter;
  const spent = orders.buys.reduce((sum, { worth }) => sum.plus(worth), ZERO);
  const left = orders.sells.reduce((sum, { bringsIn }) => sum.plus(bringsIn), held).minus(spent);
  const money = { asset: counter, percent: counterPercent, price: ONE, held, worth: held, trade: null };
  const counters = counterPercent > 0 ? [{ ...money, free: freeOf(counter) }] : [];
  return { total: amount(worthOf(start)), assets: [...assets, ...counters], left: amount(left) };
}

/** What a basket would trade and keep; nothing is placed and nothing stored. */
export async function previewBasket(deps: BotDeps, userId: string, wanted: WantedBasket): Promise<BotPreview> {
  const prepared = await prepareBasket(deps, userId, wanted);
  const { free, counter, botsCounter, fee, refusals } = prepared;
  return {
    marketPrice: null,
    free: free && {
      base: ZERO,
      counter: wireAmount(free.get(counter) ?? ZERO),
      botsBase: ZERO,
      botsCounter: wireAmount(botsCounter),
    },
    fee,
    plan: null,
    basket: plannedOf(prepared),
    copies: [],
    refusals,
    warnings: [],
  };
}
