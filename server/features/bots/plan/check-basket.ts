import { Big } from 'big.js';
import type { FieldNote } from '#contracts/bot-preview.ts';
import type { BasketPlan } from '#contracts/bot-settings.ts';
import { max, ZERO } from '#contracts/rules/decimal.ts';
import { ceilTo } from '#contracts/rules/steps.ts';
import { HOUR } from '#contracts/rules/time.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { type Basket, type Rebalancing, rebalancing } from '../../../domain/strategies/basket/rebalance.ts';
import { settingsFault, targetsFault } from '../../../domain/strategies/basket/when-due.ts';
import { amountText, note, noteWith } from './field-note.ts';

const CENT = new Big('0.01');
/** So that limits above the market and a move of the price leave no part too small. */
const ROOM = new Big('1.08');

type Part = BasketPlan['settings']['assets'][number];

/** One asset of a basket with its pair. */
export interface PreparedPart {
  part: Part;
  pair: ExchangePair;
  /** Last price, counter units; null while not known. */
  price: Big | null;
}

/** What a basket is checked against: a market as it is now, or as it was. */
export interface BasketMarket {
  counter: string;
  /** An asset against the counter currency; null where it is not traded. */
  pairOf: (asset: string) => ExchangePair | null;
  /** Counter units; null while not known. */
  priceOf: (pair: ExchangePair) => Big | null;
}

export interface CheckedBasket {
  counter: string;
  /** The counter currency's own percentage; 0 where it is no part. */
  counterPercent: number;
  parts: PreparedPart[];
  /** Null where the settings make none. */
  start: { basket: Basket; orders: Rebalancing } | null;
}

export const assetField = (at: number, name: string): string => `settings.assets.${at}.${name}`;

/** B-1: all of them are traded against one counter currency. */
export function basketParts({ settings: { assets } }: BasketPlan, { counter, pairOf, priceOf }: BasketMarket) {
  const faults: FieldNote[] = [];
  const parts = assets.flatMap((part, at): PreparedPart[] => {
    if (part.asset === counter) {
      if (part.coins) faults.push(note(assetField(at, 'coins'), `Put ${counter} in by the amount to invest.`));
      return [];
    }
    const pair = pairOf(part.asset);
    if (!pair) {
      faults.push(
        note(assetField(at, 'asset'), `The exchange does not trade ${part.asset}/${counter}. Choose another asset.`),
      );
      return [];
    }
    return [{ part, pair, price: priceOf(pair) }];
  });
  return { parts, faults };
}

function settingsFaults({ settings: { assets, threshold, every, invest } }: BasketPlan): FieldNote[] {
  const targets = targetsFault(assets.map(({ asset, percent }) => ({ name: asset, percent })));
  const when = settingsFault({
    threshold: threshold && threshold.div(100),
    every: every === null ? null : every * HOUR,
  });
  const nothing = invest.lte(0) && assets.every(({ coins }) => !coins?.gt(0));
  return [
    ...(targets === null ? [] : [note('settings.assets', targets)]),
    ...(when === null ? [] : [note(`settings.${when.field}`, when.text)]),
    ...(nothing || invest.lt(0) ? [note('settings.invest', 'Enter an amount, or coins of your own.')] : []),
  ];
}

/** B-4: a part that its target makes too small for an order, with what has to be invested. */
function smallFaults({ parts, start }: Pick<CheckedBasket, 'parts' | 'start'>, invest: Big): FieldNote[] {
  if (!start) return [];
  const total = start.basket.assets.reduce((sum, { held, price }) => sum.plus(held.times(price)), invest);
  const least = parts.map(({ part, pair, price }) => {
    const market = price ?? ZERO;
    const order = max(pair.minNotional, pair.minQuantity.times(market)).plus(pair.step.times(market)).times(ROOM);
    return { part, total: order.div(new Big(part.percent).div(100)) };
  });
  const first = least.find((each) => each.total.gt(total));
  if (!first) return [];
  const needed = least.reduce((most, each) => max(most, each.total), ZERO);
  const nearest = ceilTo(CENT, needed.minus(total).plus(invest));
  const text = `${first.part.percent}% of it is too little for an order of ${first.part.asset}. Invest ${amountText(nearest)} or more.`;
  return [noteWith('settings.invest', text, nearest)];
}

const share = (percent: number): Big => new Big(percent).div(100);

function startOf(
  { parts, counterPercent }: Pick<CheckedBasket, 'parts' | 'counterPercent'>,
  invest: Big,
  fee: Big,
): CheckedBasket['start'] {
  const assets = parts.flatMap(({ part, pair: { tick, step, minQuantity, minNotional }, price }) =>
    price
      ? [
          {
            name: part.asset,
            held: part.coins ?? ZERO,
            price,
            target: share(part.percent),
            tick,
            step,
            minQuantity,
            minNotional,
          },
        ]
      : [],
  );
  if (assets.length < parts.length) return null;
  const basket = { assets, counter: { held: invest, target: share(counterPercent) }, fee };
  return { basket, orders: rebalancing(basket) };
}

/** B-1 to B-4: `wrong` is what can never be, `small` what its prices make too small for an order. */
export function checkBasket(
  plan: BasketPlan,
  of: BasketMarket & { fee: Big },
): CheckedBasket & Record<'wrong' | 'small', FieldNote[]> {
  const { counter, fee } = of;
  const { assets, invest } = plan.settings;
  const { parts, faults } = basketParts(plan, of);
  const counterPercent = assets.find(({ asset }) => asset === counter)?.percent ?? 0;
  const wrong = [...settingsFaults(plan), ...faults];
  const start = wrong.length > 0 ? null : startOf({ parts, counterPercent }, invest, fee);
  return { counter, counterPercent, parts, start, wrong, small: smallFaults({ parts, start }, invest) };
}
