import { Big } from 'big.js';
import { grouped } from '#contracts/rules/decimal.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { decimals } from '../../../lib/decimal.ts';
import { changeText } from './interference-text.ts';

type Details = Record<string, unknown>;

/** How the pair's amounts are written. */
export interface EventTerms {
  base: string;
  priceDecimals: number;
  /** A bot or a signal opened the block: what is wanted of it was hardly its owner's press. */
  isAutomatic: boolean;
}
const NO_TERMS: EventTerms = { base: '', priceDecimals: 0, isAutomatic: false };

const AMOUNT = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

const LEGS: Record<string, string> = {
  entry: 'entry',
  'take-profit': 'take profit',
  'stop-loss': 'stop loss',
  rest: 'order for the rest',
  close: 'closing order',
};
const ENDS: Record<string, string> = {
  'take-profit': 'its take profit was filled',
  'stop-loss': 'its stop loss was filled',
  closed: 'it was closed',
  removed: 'it was removed',
  rejected: 'the exchange refused its entry',
  released: 'it was released: Tandem does not act on it any more',
};
const HANDS: Record<string, string> = {
  'order-cancelled': 'was canceled on the exchange directly',
  'balance-spent': 'cannot be carried out: its coins were spent on the exchange',
};
const isGiven = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';
/** Codes read as words: 'partly-filled' as 'partly filled'. */
const words = (value: unknown): string =>
  isGiven(value) ? String(value).replaceAll('-', ' ').replaceAll('cancelled', 'canceled') : 'unknown';
const legName = (value: unknown): string => (isGiven(value) ? (LEGS[value] ?? words(value)) : 'order');
/** Null of 0 as well: an order at market has no price, and one that the exchange sizes no quantity yet. */
function amount(value: unknown, leastDecimals = 0): string | null {
  if (!isGiven(value) || !AMOUNT.test(String(value))) return null;
  const decimal = new Big(value);
  if (decimal.eq(0)) return null;
  return grouped(decimal, Math.max(decimals(decimal), leastDecimals));
}
const sizeText = (quantity: unknown, { base }: EventTerms): string =>
  [amount(quantity) ?? '0', base].filter(Boolean).join(' ');
const priced = (price: unknown, { priceDecimals }: EventTerms): string =>
  amount(price, priceDecimals) ?? 'an unknown price';
const after = (before: string, value: unknown): string => (isGiven(value) ? `${before}${value}` : '');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const list = (values: unknown): string =>
  Array.isArray(values) && values.length > 0 ? values.map(legName).join(' and ') : 'its orders';

function priceText({ price, stopPrice }: Details, { priceDecimals }: EventTerms): string {
  const [limit, stop] = [amount(price, priceDecimals), amount(stopPrice, priceDecimals)];
  if (!limit && !stop) return ' at market';
  return [limit && ` at ${limit}`, stop && ` once the price is ${stop}`].filter(Boolean).join('');
}

function sentText(details: Details, terms: EventTerms): string {
  const { leg, side, quantity } = details;
  const size = amount(quantity) === null ? 'what the entry brings in' : sizeText(quantity, terms);
  const name = leg === 'entry' ? 'Order' : capital(legName(leg));
  return `${name} sent: ${words(side)} ${size}${priceText(details, terms)}.`;
}

function filledText({ leg, price, quantity, commission, commissionAsset }: Details, terms: EventTerms): string {
  const fee = amount(commission) ? `, for a fee of ${amount(commission)}${after(' ', commissionAsset)}` : '';
  return `The ${legName(leg)} filled ${sizeText(quantity, terms)} at ${priced(price, terms)}${fee}.`;
}

function profitsText({ takeProfit, takeProfits }: Details, leastDecimals: number): string | null {
  const all = Array.isArray(takeProfits) ? takeProfits.map((price) => amount(price, leastDecimals)) : [];
  if (all.length > 1) return `take profits ${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
  const profit = amount(takeProfit, leastDecimals);
  return profit && `take profit ${profit}`;
}

const OWN_INTENT = {
  close: 'You asked to close it at market.',
  targets: 'You set',
  none: 'You set no targets.',
  removed: 'You canceled the unfilled part of the entry.',
};
const AUTOMATIC_INTENT: typeof OWN_INTENT = {
  close: 'It is to be closed at market.',
  targets: 'Targets set:',
  none: 'No targets set.',
  removed: 'The unfilled part of the entry is to be canceled.',
};

function intentText(details: Details, { priceDecimals, isAutomatic }: EventTerms): string {
  const { stopLoss, ending } = details;
  const said = isAutomatic ? AUTOMATIC_INTENT : OWN_INTENT;
  if (ending === 'close') return said.close;
  const [profits, stop] = [profitsText(details, priceDecimals), amount(stopLoss, priceDecimals)];
  const desired = [profits, stop && `stop loss ${stop}`].filter(Boolean);
  const targets = desired.length > 0 ? `${said.targets} ${desired.join(' and ')}.` : said.none;
  if (ending !== 'remove') return targets;
  return desired.length > 0 ? `${said.removed} ${targets}` : said.removed;
}

function changedText(of: Details, terms: EventTerms): string {
  const [price, before] = [priced(of['price'], terms), priced(of['priceBefore'], terms)];
  const [size, sizeBefore] = [sizeText(of['quantity'], terms), sizeText(of['quantityBefore'], terms)];
  const changes = [
    price === before ? null : `the price from ${before} to ${price}`,
    size === sizeBefore ? null : `the amount from ${sizeBefore} to ${size}`,
  ].filter((change) => change !== null);
  return changes.length > 0 ? `You changed ${changes.join(' and ')}.` : 'You changed the order.';
}

const traded = (side: unknown): string => (side === 'sell' ? 'Sold' : 'Bought');
const repeatedOn = (keys: unknown): string => {
  if (!isGiven(keys) || Number(keys) === 0) return 'repeated on no key';
  return Number(keys) === 1 ? 'repeated on one key' : `repeated on ${keys} keys`;
};

const tookText = ({ quantity, counter }: Details, terms: EventTerms): string =>
  `It took over ${sizeText(quantity, terms)}, traded for ${amount(counter) ?? '0'},`;

const amountsOf = (of: Details) => ({
  traded: amount(of['traded']),
  missing: amount(of['missing']),
  price: amount(of['price']),
  asset: words(of['asset']),
  side: of['side'],
  earns: of['earns'],
});

const TIME_EXITS: Record<string, (isLate: boolean) => string> = {
  close: (isLate) => `Its time was up${isLate ? ', late, as this server was away' : ''}: it is closed at market.`,
  keep: (isLate) =>
    `Its time was up${isLate ? ', late, as this server was away' : ''}, and it was not in profit: it keeps its targets.`,
  ask: () => 'Its time was up more than 24 h ago, while this server was away: nothing was done.',
};

const SENTENCES: Record<string, (details: Details, terms: EventTerms) => string> = {
  moved: ({ from, to }) => `It went from ${words(from)} to ${words(to)}.`,
  'order-written': sentText,
  'order-refused': ({ leg, sentence, reason, code }) =>
    `The ${legName(leg)} was refused: ${[sentence, reason].find(isGiven) ?? `code ${words(code)}`}`,
  'order-lost': ({ leg, reason }) =>
    `The exchange's answer about the ${legName(leg)} was lost${after(' (', reason)}${isGiven(reason) ? ')' : ''}. It is being looked up and is not sent again.`,
  'order-found': ({ leg, state }) => `The ${legName(leg)} is ${words(state)} on the exchange.`,
  'order-filled': filledText,
  'cancel-asked': ({ legs, because }) => `Asked the exchange to cancel ${list(legs)}${after(': ', words(because))}.`,
  'cancel-refused': ({ sentence }) => `The exchange did not cancel it${after(': ', sentence)}`,
  'from-bot': ({ bot }) => `The bot ${isGiven(bot) ? isolated(String(bot)) : ''} opened it.`,
  'from-signal': ({ hook }) => `A signal of the hook ${isGiven(hook) ? isolated(String(hook)) : ''} asked for it.`,
  wish: intentText,
  'entry-changed': changedText,
  'entry-kept': ({ because }) => (isGiven(because) ? String(because) : 'The order stayed as it was.'),
  'part-asked': ({ quantity, share }, terms) =>
    `You asked to close ${sizeText(quantity, terms)}${after(', ', share)}${isGiven(share) ? '% of it,' : ''} at market.`,
  'join-asked': ({ others }) =>
    `You joined it with ${words(others)} other ${Number(others) === 1 ? 'block' : 'blocks'} into a new one.`,
  'split-asked': ({ parts }) => `You split it into ${words(parts)} blocks.`,
  'joined-into': () => 'Its coins and their cost moved to the joined block. No result was booked.',
  'split-into': () => 'Its coins and their cost moved to its parts. No result was booked.',
  'joined-from': (of, terms) => `${tookText(of, terms)} from a block that was joined into it. Nothing was booked.`,
  'split-from': (of, terms) => `${tookText(of, terms)} from the block that was split. Nothing was booked.`,
  stays: ({ reason }) => (isGiven(reason) ? String(reason) : 'It stayed as it was.'),
  skipped: ({ sentence, code }) => `It was skipped: ${isGiven(sentence) ? sentence : words(code)}`,
  interference: ({ kind, leg, ...of }) =>
    changeText({ ...amountsOf(of), kind }) ??
    `The ${legName(leg)} ${isGiven(kind) ? (HANDS[kind] ?? words(kind)) : 'was changed on the exchange directly'}. Adopt it or release it.`,
  'outside-deal': ({ side, quantity, price, isTraded, keys }, terms) =>
    `${isTraded === true ? `${traded(side)} on the exchange directly` : 'Placed on the exchange directly'}: ${words(side)} ${sizeText(quantity, terms)} at ${priced(price, terms)}; ${repeatedOn(keys)}.`,
  'outside-closing': ({ side, quantity, price, keys }, terms) =>
    `Closed on the exchange directly: ${words(side)} ${sizeText(quantity, terms)} at ${priced(price, terms)}; ${repeatedOn(keys)}.`,
  'outside-target': ({ price, keys }, terms) =>
    `A target was set on the exchange directly, at ${priced(price, terms)}; ${repeatedOn(keys)}.`,
  'stop-reached': ({ stopLoss, price }) =>
    `The price reached the stop loss${after(' at ', amount(stopLoss))}${after(', traded at ', amount(price))}. It is sold at market until nothing is left.`,
  'time-exit': ({ did, isLate }) => TIME_EXITS[String(did)]?.(isLate === true) ?? 'Its time was up.',
  'candle-closed': ({ did, price }, terms) =>
    did === 'close'
      ? `A candle closed at ${priced(price, terms)}, beyond the price of its stop. All of it is closed at market.`
      : `A candle closed at ${priced(price, terms)}, beyond the price of its stop, while this server was away. The price has come back since: nothing was done.`,
  'protection-lost': ({ reason }) => `It was not protected for 10 s${after(': ', reason)}`,
  'protection-back': () => 'It is protected as set, or holds nothing any more.',
  'sale-limited': (of) =>
    `${amount(of['missing']) ?? '0'} ${words(of['asset'])} of what it holds are not on the exchange any more: only the rest is sold.`,
  'entry-ended': ({ reason }) => (isGiven(reason) ? String(reason) : 'Its entry ended on the exchange.'),
  kept: () => 'The block was kept as it is: other coins were traded on the exchange.',
  adopted: () => 'What was done on the exchange was adopted.',
  'loss-limit': () => 'The loss limit is reached: what it holds is closed at market.',
  'key-leaves': () => 'Its key is being deleted: what it holds is closed at market.',
  released: () => 'It was released: Tandem does not act on it any more.',
  retried: () => 'You asked to try again.',
  ended: ({ how }) => `It ended: ${isGiven(how) ? (ENDS[how] ?? words(how)) : 'for an unknown reason'}.`,
};

const isDetails = (value: unknown): value is Details => typeof value === 'object' && value !== null;

/** What happened, as a sentence for a person. A kind without one is shown by its name. */
export function eventText(kind: string, details: unknown, terms = NO_TERMS): string {
  const text = SENTENCES[kind]?.(isDetails(details) ? details : {}, terms) ?? `${capital(words(kind))}.`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The ids of an event, for support; null where it has none. */
export function eventIds(details: unknown): string | null {
  if (!isDetails(details)) return null;
  const { clientOrderId, exchangeOrderId, tradeId } = details;
  const ids = [after('order ', clientOrderId), after('exchange order ', exchangeOrderId), after('trade ', tradeId)];
  return ids.filter(Boolean).join(', ') || null;
}
