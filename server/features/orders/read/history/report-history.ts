import type { Big } from 'big.js';
import type { EarnedBy, reportHistory as contract } from '#contracts/deals.ts';
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts';
import { amountDecimals } from '#contracts/rules/amount-decimals.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Market } from '#contracts/symbol.ts';
import { wireAmount } from '../../../../lib/decimal.ts';
import { Refusal } from '../../../../lib/errors.ts';
import type { ListDeps } from '../present-block.ts';
import { endedParts } from './ended-parts.ts';
import type { EndedPart } from './fold-parts.ts';
import { endedFilter } from './list-history.ts';
import { feesOf } from './present-deal.ts';
import { dayIn, sumBy, sumParts } from './sum-parts.ts';

interface NamedPart extends EndedPart {
  market: Market;
  uid: string;
  name: string;
  symbolName: string;
}

function dayOf(timeZone: string): (at: number) => string {
  try {
    return dayIn(timeZone);
  } catch {
    throw new Refusal('malformed', 'There is no such time zone. Name one such as Europe/Berlin.');
  }
}

/** Parts come oldest first. */
function earnedIn(parts: readonly NamedPart[], day: (at: number) => string): Omit<EarnedBy, 'currency' | 'decimals'> {
  const latestFirst = parts.toReversed();
  const names = new Map(parts.map(({ uid, name }) => [uid, name]));
  return {
    days: sumBy(parts, ({ at }) => day(at)).map(([name, sum]) => Object.assign(sum, { day: name })),
    keys: sumBy(latestFirst, ({ uid }) => uid).map(([uid, sum]) =>
      Object.assign(sum, { uid, name: names.get(uid) ?? '' }),
    ),
    pairs: [...Map.groupBy(latestFirst, ({ market, symbolName }) => `${market} ${symbolName}`).values()].flatMap(
      (own) => (own[0] ? Object.assign(sumParts(own), { market: own[0].market, symbolName: own[0].symbolName }) : []),
    ),
  };
}

/** By day, key and pair. Of a long history only the results are held at once. */
export async function reportHistory(
  deps: ListDeps,
  userId: string,
  { timeZone = 'UTC', ...query }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const day = dayOf(timeZone);
  const parts: NamedPart[] = [];
  const fees = new Map<string, Big>();
  for await (const { market, currency, at, profit, position, context } of endedParts(
    deps,
    userId,
    endedFilter(deps.markets, query),
  )) {
    const { keyId: uid, keyName: name } = position;
    parts.push({ market, currency, at, profit, uid, name, symbolName: context.shown.name });
    for (const { asset, amount } of feesOf(position)) fees.set(asset, (fees.get(asset) ?? ZERO).plus(amount));
  }
  const byCurrency = [...Map.groupBy(parts.toReversed(), ({ currency }) => currency)];
  const earned = byCurrency
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([currency, own]) => {
      const usdt = own[0] ? deps.markets.usdtOf(own[0].market, currency) : null;
      return Object.assign(earnedIn(own, day), { currency, decimals: amountDecimals(usdt) });
    });
  return { earned, fees: [...fees].map(([asset, amount]) => ({ asset, amount: wireAmount(amount) })) };
}
