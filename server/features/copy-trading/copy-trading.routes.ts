import type { Big } from 'big.js';
import { previewCopies } from '#contracts/copying.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { Market } from '#contracts/symbol.ts';
import { serve, type Site } from '../../http/serve.ts';
import { wireAmount } from '../../lib/decimal.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Keys } from '../keys/index.ts';
import type { PlanCopies } from '../orders/index.ts';
import type { PairRules } from './copy-size.ts';

interface Needs {
  keys: Pick<Keys, 'byId' | 'copies'>;
  planCopies: PlanCopies;
  /** By the wire's name; refuses where the market does not trade it. */
  pairOf: (market: Market, symbolName: string) => PairRules & { symbol: string };
  lastPrice: (market: Market, symbol: string) => { price: Big } | null;
}

export function copyTradingRoutes(site: Site, { keys, planCopies, pairOf, lastPrice }: Needs): void {
  serve(site, previewCopies, async ({ person: { userId }, json }) => {
    const main = await keys.byId(userId, json.mainUid);
    if (!main) throw new Refusal('not-found', 'There is no such main key.');
    const { market } = main;
    const pair = pairOf(market, json.symbolName);
    const price = lastPrice(market, pair.symbol)?.price;
    if (!price) throw new Refusal('unavailable', `${market} has not told the price yet. Try again in a moment.`);
    const quantity = floorTo(pair.step, json.counterQuantity.div(price));
    const deal = {
      userId,
      mainKeyId: main.keyId,
      market,
      symbol: pair.symbol,
      section: 'buy' as const,
      price,
      quantity,
    };
    const copies = quantity.gt(0) ? await planCopies(deal) : [];
    return {
      counterQuantity: quantity.gt(0) ? wireAmount(quantity.times(price)) : null,
      copies: copies.map((copy) => ({
        uid: copy.keyId,
        counterQuantity: copy.skip ? null : wireAmount(copy.quantity.times(price)),
        reason: copy.skip?.sentence ?? null,
      })),
    };
  });
}
