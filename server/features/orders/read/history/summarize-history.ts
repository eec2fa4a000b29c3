import type { ResponseOf } from '#contracts/endpoint.ts';
import type { HistoryFilter, summarizeHistory as contract } from '#contracts/history.ts';
import { amountDecimals } from '#contracts/rules/amount-decimals.ts';
import type { Market } from '#contracts/symbol.ts';
import type { ListDeps } from '../present-block.ts';
import { endedParts } from './ended-parts.ts';
import { type EndedPart, foldParts } from './fold-parts.ts';
import { endedFilter } from './list-history.ts';

/** Of a long history only the results are held at once. */
export async function summarizeHistory(
  deps: ListDeps,
  userId: string,
  query: HistoryFilter,
): Promise<ResponseOf<typeof contract>> {
  const parts: EndedPart[] = [];
  const markets = new Map<string, Market>();
  for await (const { market, currency, at, profit } of endedParts(deps, userId, endedFilter(deps.markets, query))) {
    parts.push({ currency, at, profit });
    markets.set(currency, market);
  }
  const earned = foldParts(parts.toReversed()).map((each) => {
    const market = markets.get(each.currency);
    return Object.assign(each, {
      decimals: amountDecimals(market ? deps.markets.usdtOf(market, each.currency) : null),
    });
  });
  return { earned };
}
