import type { Big } from 'big.js';
import { previewCopies } from '#contracts/copying.ts';
import { leastQuantity } from '#contracts/rules/least-order.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import type { Market } from '#contracts/symbol.ts';
import { serve, type Site } from '../../http/serve.ts';
import { wireAmount } from '../../lib/decimal.ts';
import { Refusal } from '../../lib/errors.ts';
import type { Keys } from '../keys/index.ts';
import type { PairRules } from './copy-size.ts';
import { previewDeal, type PreviewDeps } from './plan-copies.ts';
import { atLeast, roundedUp } from './amount-text.ts';

interface CopyRouteDeps extends PreviewDeps {
  keys: PreviewDeps['keys'] & Pick<Keys, 'byId'>;
  /** By the pair's wire name; throws where the market does not trade it. */
  pairOf: (market: Market, symbolName: string) => PairRules & { symbol: string };
}

const needed = (amount: Big | null): Big | null => amount && wireAmount(atLeast(amount));

export function copyTradingRoutes(site: Site, { keys, pairOf, lastPrice }: CopyRouteDeps): void {
  serve(site, previewCopies, async ({ person: { userId }, json }) => {
    const main = await keys.byId(userId, json.mainUid);
    if (!main) throw new Refusal('not-found', 'There is no such main key.');
    const { market } = main;
    const pair = pairOf(market, json.symbolName);
    const price = lastPrice(market, pair.symbol)?.price;
    if (!price) throw new Refusal('unavailable', `${market} has no price for this pair yet. Try again in a moment.`);
    const quantity = floorTo(pair.step, json.counterQuantity.div(price));
    const smallest = leastQuantity(pair, price);
    const isTooSmall = quantity.lt(smallest);
    const tooSmall = `The main key's order is under the ${roundedUp(smallest.times(price))} ${pair.counter} minimum.`;
    const deal = {
      userId,
      mainKeyId: main.keyId,
      market,
      symbol: pair.symbol,
      section: 'buy' as const,
      price,
      quantity: isTooSmall ? smallest : quantity,
    };
    const copies = await previewDeal({ keys, lastPrice }, deal, { rules: pair, unsaved: json.rule });
    return {
      counterQuantity: isTooSmall ? null : wireAmount(quantity.times(price)),
      copies: copies.map(({ plan: { keyId, quantity: size, skip }, least, leastDeal }) => ({
        uid: keyId,
        counterQuantity: isTooSmall || skip ? null : wireAmount(size.times(price)),
        reason: isTooSmall ? tooSmall : (skip?.sentence ?? null),
        least: isTooSmall ? null : needed(least),
        leastDeal: needed(leastDeal),
      })),
    };
  });
}
