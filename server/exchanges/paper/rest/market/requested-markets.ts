import { SYMBOL_STATUSES } from '../../../../domain/matching/model/market.ts';
import { refusal } from '../../binance-error.ts';
import type { Market } from '../../market/market.ts';
import type { Call } from '../endpoint.ts';
import { choice, required, symbolList, symbolParameter } from '../parameters.ts';

export function marketOf({ parameters, core }: Call): Market {
  const market = core.markets.get(required(symbolParameter(parameters), 'symbol'));
  if (!market) throw refusal(-1121);
  return market;
}

/** The markets of `symbol` or `symbols`, or all, with the requested status; `one` if the answer is a single object. */
export function marketsOf({ parameters, core }: Call): { one: boolean; markets: Market[] } {
  const symbol = symbolParameter(parameters);
  const symbols = symbolList(parameters);
  if (symbol && symbols) throw refusal(-1128, 'Combination of optional parameters invalid.');
  const status = choice(parameters.get('symbolStatus'), SYMBOL_STATUSES, refusal(-1122, 'Invalid symbolStatus.'));
  const names = symbol ? [symbol] : (symbols ?? [...core.markets.keys()]);
  const markets = names.map((name) => {
    const market = core.markets.get(name);
    if (!market) throw refusal(-1121);
    return market;
  });
  const fitting = markets.filter(({ terms }) => status === undefined || terms.status === status);
  if (symbol && fitting.length === 0)
    throw refusal(-1220, "The symbol's status does not match the requested symbolStatus.");
  return { one: symbol !== undefined, markets: fitting };
}

export const oneOrMany = <Row>(call: Call, row: (market: Market) => Row): Row | Row[] | undefined => {
  const { one, markets } = marketsOf(call);
  const rows = markets.map(row);
  return one ? rows[0] : rows;
};
