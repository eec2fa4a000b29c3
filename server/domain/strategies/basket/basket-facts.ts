import type { Big } from 'big.js';
import { max, ONE, ZERO } from '#contracts/rules/decimal.ts';
import type { BotState } from '#contracts/rules/bot-states.ts';
import type { LeastOrder } from '#contracts/rules/least-order.ts';
import type { Side } from '#contracts/rules/side.ts';
import { isLive, type OrderState } from '../../position/order-state.ts';
import type { PlacedOrder } from '../rounds/run-facts.ts';
import type { Basket, BasketAsset } from './rebalance.ts';
import { justHolding } from './when-due.ts';

/** What a basket was given of an asset; number 0 is the counter currency. */
export interface GivenAsset {
  number: number;
  name: string;
  /** Share of the total that it should have. */
  target: Big;
  given: Big;
  /** Gone from the account by another hand, and left so by its owner. */
  taken: Big;
  /** Last price at the start, counter units; 1 for the counter currency. */
  startPrice: Big;
}

export interface BasketOrder {
  clientOrderId: string;
  /** Number of its asset. */
  level: number;
  /** Its rebalancing, from 1; 0 for sales at the stop. */
  turn: number;
  leg: 'buy' | 'sell' | 'stop';
  attempt: number;
  side: Side;
  state: OrderState;
  /** Why it was refused. */
  reason: string | null;
  /** False once it is certain that the exchange never received it. */
  hasArrived: boolean;
  /** False while trades of it are not known yet. */
  isBooked: boolean;
  /** UTC epoch ms. */
  updatedAt: number;
  /** Counter units; base units. */
  price: Big;
  quantity: Big;
  filledQuantity: Big;
  /** What its trades brought in and took out, by asset, after fees in whatever asset. */
  moves: ReadonlyMap<string, Big>;
}

export interface PlannedLeg {
  number: number;
  quantity: Big;
  limit: Big;
}

/** B-4: written down before its first order. */
export interface BasketTurn {
  turn: number;
  /** UTC epoch ms. */
  at: number;
  sells: readonly PlannedLeg[];
  /** Null until the sales are done. */
  buys: readonly PlannedLeg[] | null;
  buysAt: number | null;
  doneAt: number | null;
}

/** All that is known of a basket's run. */
export interface BasketFacts {
  state: BotState;
  /** The exchange paused it, and not its owner. */
  isHalted: boolean;
  ending: 'keep' | 'sell' | 'buy-back' | null;
  /** The counter currency first. */
  assets: readonly GivenAsset[];
  orders: readonly BasketOrder[];
  /** In their order. */
  turns: readonly BasketTurn[];
}

/** A pair as its market is now. */
export interface BasketPair extends LeastOrder {
  /** Counter units; null while not known. */
  last: Big | null;
  tick: Big;
  step: Big;
  /** Most of one market order, base units; null without bound. */
  marketMost: Big | null;
  status: 'trading' | 'halted' | 'gone';
}

export interface BasketContext {
  mayOrder: boolean;
  /** UTC epoch ms. */
  now: number;
  /** A minute has closed since the last look. */
  isLook: boolean;
  fee: Big;
  /** By the number of the asset. */
  pairs: ReadonlyMap<number, BasketPair>;
  /** What the key has free by asset, without what belongs to other bots; null while not known or not asked. */
  free: ReadonlyMap<string, Big> | null;
}

export type TurnReason = 'start' | 'threshold' | 'time';

export type BasketStep =
  | { do: 'read-fills' | 'cancel'; order: BasketOrder }
  | { do: 'rebalance'; turn: number; why: TurnReason; sells: readonly PlannedLeg[]; leftOut: readonly string[] }
  | { do: 'buy'; turn: number; buys: readonly PlannedLeg[]; leftOut: readonly string[] }
  | { do: 'finish'; turn: number }
  | { do: 'place'; order: PlacedOrder }
  | { do: 'let-go'; missing: readonly MissingAsset[] }
  | { do: 'move'; to: BotState; reason: string | null };

/** What to do now, and when to look again if nothing happens, UTC epoch ms. */
export interface BasketDecision {
  steps: BasketStep[];
  again: number | null;
}

/** C-4: what of an asset belongs to a basket, by its own trades alone. */
export const heldOf = ({ given, taken, name }: GivenAsset, orders: readonly BasketOrder[]): Big =>
  orders.reduce((sum, { moves }) => sum.plus(moves.get(name) ?? ZERO), given.minus(taken));

/** What an order takes of what is free, apart from its trades that are known: what it locks, and what it spent unseen. */
function bound({ side, state, isBooked, price, quantity, filledQuantity, moves }: BasketOrder, name: string): Big {
  const unit = side === 'buy' ? price : ONE;
  const locked = isLive(state) ? quantity.minus(filledQuantity).times(unit) : ZERO;
  const unseen = isBooked ? ZERO : max(ZERO, filledQuantity.times(unit).plus(moves.get(name) ?? ZERO));
  return locked.plus(unseen);
}

/** C-5: what a basket owns that no order of it locks. */
export function basketKeptFree({ assets, orders }: BasketFacts): { asset: string; amount: Big }[] {
  const kept = assets.map((asset) => {
    const spending = orders.filter(({ side, level }) =>
      asset.number === 0 ? side === 'buy' : side === 'sell' && level === asset.number,
    );
    const amount = spending.reduce((sum, order) => sum.minus(bound(order, asset.name)), heldOf(asset, orders));
    return { asset: asset.name, amount };
  });
  return kept.filter(({ amount }) => amount.gt(0));
}

/** Less of it is free than the basket has in its books. */
export interface MissingAsset {
  number: number;
  name: string;
  held: Big;
  free: Big;
}

/** C-18: coins or money of the basket that are not on the account any more. */
export function missingOf(
  { assets, orders }: Pick<BasketFacts, 'assets' | 'orders'>,
  free: ReadonlyMap<string, Big> | null,
): MissingAsset[] {
  if (!free) return [];
  return assets
    .map((asset) => ({
      number: asset.number,
      name: asset.name,
      held: heldOf(asset, orders),
      free: free.get(asset.name) ?? ZERO,
    }))
    .filter(({ held, free: has }) => held.gt(has));
}

/** At last prices; null while one of them is not known. */
export function basketNow({ assets, orders }: BasketFacts, { pairs, fee }: BasketContext): Basket | null {
  const [counter, ...others] = assets;
  if (!counter) return null;
  const parts = others.map((asset): BasketAsset | null => {
    const { last: price, tick, step, minQuantity, minNotional } = pairs.get(asset.number) ?? NO_PAIR;
    const held = max(ZERO, heldOf(asset, orders));
    return price && { name: asset.name, target: asset.target, held, price, tick, step, minQuantity, minNotional };
  });
  if (parts.includes(null)) return null;
  return {
    assets: parts.filter((part) => part !== null),
    counter: { held: max(ZERO, heldOf(counter, orders)), target: counter.target },
    fee,
  };
}

const NO_PAIR = { last: null, tick: ZERO, step: ZERO, minQuantity: ZERO, minNotional: ZERO };

export interface BasketResult {
  /** Counter units, all of them. */
  value: Big;
  given: Big;
  /** With what was taken from it by another hand, at last prices: that is no loss of the basket's. */
  total: Big;
  /** What the first mix would have made of it by now; null until there is one. */
  justHolding: Big | null;
}

/** What it was given, at the prices of its start, counter units. */
export const givenWorth = (assets: readonly GivenAsset[]): Big =>
  assets.reduce((sum, { given, startPrice }) => sum.plus(given.times(startPrice)), ZERO);

/** B-5: what it held after its first rebalancing, by the number of the asset. */
export function startMix({ assets, orders }: Pick<BasketFacts, 'assets' | 'orders'>): Map<number, Big> {
  const first = orders.filter(({ turn }) => turn === 1);
  return new Map(assets.map((asset) => [asset.number, heldOf({ ...asset, taken: ZERO }, first)]));
}

/** C-4, B-5: the books over all assets; null while a last price is not known. */
export function basketBooks(facts: BasketFacts, { pairs }: Pick<BasketContext, 'pairs'>): BasketResult | null {
  const { assets, orders, turns } = facts;
  const priced = assets.map((asset) => ({ asset, price: asset.number === 0 ? ONE : pairs.get(asset.number)?.last }));
  const worth = (of: (asset: GivenAsset) => Big): Big =>
    priced.reduce((sum, { asset, price }) => sum.plus(of(asset).times(price ?? ZERO)), ZERO);
  if (priced.some(({ price }) => !price)) return null;
  const given = givenWorth(assets);
  const value = worth((asset) => heldOf(asset, orders));
  const total = value.plus(worth(({ taken }) => taken)).minus(given);
  const isMixed = facts.state !== 'starting' && turns.every(({ turn, doneAt }) => turn > 1 || doneAt !== null);
  const first = startMix(facts);
  const mix = priced.flatMap(({ asset: { number }, price }) =>
    price ? [{ held: first.get(number) ?? ZERO, price }] : [],
  );
  return { value, given, total, justHolding: isMixed ? justHolding(mix, ZERO).minus(given) : null };
}
