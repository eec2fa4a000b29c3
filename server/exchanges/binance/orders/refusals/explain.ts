import type { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';
import type { ListTerms, Rejection } from '../../../exchange.ts';
import type { OrderTerms } from '../../../../domain/market/exchange-order.ts';
import type { RulesLoader } from '../../../connecting/rules-loader.ts';
import type { Rest } from '../../rest/rest.ts';
import type { BinancePair } from '../../trading-rules.ts';
import { asked, type Asked, type AskedOrder } from './asked.ts';
import { filterIn, filterWords } from './filter-words.ts';
import { marketWords } from './market-words.ts';

/** What an order ties up; undefined where only the market would know. */
function spentBy({ side, quantity, price, stopPrice }: AskedOrder): Big | undefined {
  if (side === 'sell') return quantity;
  const at = price ?? stopPrice;
  return at === null ? undefined : quantity.times(at);
}

/** A list ties up what its dearest order needs; the targets of an entry wait for what it brings in. */
function balanceWords({ pair, orders }: Asked): string | undefined {
  const [leading] = orders;
  if (pair === undefined || leading === undefined) return undefined;
  const asset = leading.side === 'sell' ? pair.base : pair.counter;
  const amounts = orders.filter(({ side }) => side === leading.side).flatMap((order) => spentBy(order) ?? []);
  const most = amounts.toSorted((one, other) => other.cmp(one))[0];
  if (most === undefined) return `The balance is insufficient: this order needs more ${asset} than is free.`;
  return `The balance is insufficient: this order needs ${grouped(most)} ${asset} free.`;
}

const isClosed = (message: string): boolean =>
  /^(Market is closed|This order type is not possible in this trading phase)/.test(message);
const closedWords = ({ name, pair }: Asked): string =>
  pair?.status === 'cancel-only'
    ? `Binance takes no orders for ${name} at the moment. Orders there can be canceled.`
    : `${name} is not traded on Binance at the moment.`;
/** Ms: a status that was read just now may be older than the refusal. */
const NOW = 500;

/** What the exchange says of a pair or an account, in words for a person. */
const PLAIN: readonly (readonly [RegExp, (of: Asked) => string | undefined])[] = [
  [/insufficient balance/, balanceWords],
  [/^(Market is closed|This order type is not possible in this trading phase)/, closedWords],
  [/^Invalid symbol/, ({ name }) => `Binance does not trade ${name}.`],
  [
    /^This symbol is (not permitted|restricted) for this account/,
    ({ name }) => `This account may not trade ${name} on Binance.`,
  ],
];
const UNSUPPORTED = /^([\w ]+) orders are not support(?:ed)? for this symbol/;

function plainWords(message: string, of: Asked): string | undefined {
  const kind = UNSUPPORTED.exec(message)?.[1];
  if (kind !== undefined)
    return `Binance takes no ${kind === kind.toUpperCase() ? kind : kind.toLowerCase()} orders for ${of.name}.`;
  return PLAIN.find(([pattern]) => pattern.test(message))?.[1](of);
}

/** A cancel that is refused because the pair does not trade: its status is read anew, so that what follows knows of it. */
export type ClosedCancel = (refused: Rejection, symbol: string) => Promise<Rejection | null>;
export const createClosedCancel =
  (rules: Pick<RulesLoader<BinancePair>, 'pairs' | 'renew'>): ClosedCancel =>
  async (refused, symbol) => {
    if (!isClosed(refused.message)) return null;
    await rules.renew(symbol, NOW);
    const pair = rules.pairs().get(symbol);
    const name = pair ? `${pair.base}/${pair.counter}` : symbol;
    return { ...refused, sentence: `${name} is not traded on Binance at the moment: its orders cannot be canceled.` };
  };

export type Explain = (refused: Rejection, terms: OrderTerms | ListTerms) => Promise<Rejection>;

/** Refusals of orders in sentences that say what would be accepted; what has no words of ours keeps the exchange's. */
export function createExplain(rest: Rest, rules: Pick<RulesLoader<BinancePair>, 'pairs' | 'renew'>): Explain {
  return async (refused, terms) => {
    const of = () => asked(rules.pairs().get(terms.symbol), terms);
    const { message } = refused;
    const market = await marketWords(rest, message, of());
    if (market !== undefined) return { ...refused, sentence: market };
    const filter = filterIn(message);
    // What the known filters refuse is not sent: a refusal may mean that they have changed.
    if (filter !== undefined) await rules.renew(terms.symbol);
    if (isClosed(message)) await rules.renew(terms.symbol, NOW);
    const sentence = filter === undefined ? plainWords(message, of()) : filterWords(filter, of());
    return { ...refused, sentence: sentence ?? refused.sentence };
  };
}
