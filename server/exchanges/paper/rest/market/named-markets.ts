import { refusal } from '../../binance-error.ts';
import type { Market } from '../../market/market.ts';
import type { Call } from '../endpoint.ts';
import { choice, required, symbolList, symbolParameter } from '../parameters.ts';

const STATUSES = ['TRADING', 'HALT', 'BREAK'] as const;

export function marketOf({ parameters, floor }: Call): Market {
  const market = floor.markets.get(required(symbolParameter(parameters), 'symbol'));
  if (!market) throw refusal(-1121);
  return market;
}

/** The markets named by `symbol` or `symbols`, or all; `one` says that the answer is a single object. */
export function marketsOf({ parameters, floor }: Call): { one: boolean; markets: Market[] } {
  const symbol = symbolParameter(parameters);
  const symbols = symbolList(parameters);
  if (symbol && symbols) throw refusal(-1128, 'Combination of optional parameters invalid.');
  const status = choice(parameters.get('symbolStatus'), STATUSES, refusal(-1122, 'Invalid symbolStatus.'));
  const names = symbol ? [symbol] : (symbols ?? [...floor.markets.keys()]);
  const markets = names.map((name) => {
    const market = floor.markets.get(name);
    if (!market) throw refusal(-1121);
    return market;
  });
  if (status === undefined || status === 'TRADING') return { one: symbol !== undefined, markets };
  if (symbol) throw refusal(-1220, "The symbol's status does not match the requested symbolStatus.");
  return { one: false, markets: [] };
}

export const oneOrMany = <Row>(call: Call, row: (market: Market) => Row): Row | Row[] | undefined => {
  const { one, markets } = marketsOf(call);
  const rows = markets.map(row);
  return one ? rows[0] : rows;
};
