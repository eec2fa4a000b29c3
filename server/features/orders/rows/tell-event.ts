import { Big } from 'big.js';

type Details = Record<string, unknown>;

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
  released: 'it was released: nothing is done about it any more',
};
const HANDS: Record<string, string> = {
  'order-cancelled': 'was cancelled on the exchange by somebody else',
  'balance-spent': 'cannot be carried out: what it holds was spent on the exchange',
};
const isGiven = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';
/** Codes read as words: 'partly-filled' as 'partly filled'. */
const words = (value: unknown): string => (isGiven(value) ? String(value).replaceAll('-', ' ') : 'unknown');
const legName = (value: unknown): string => (isGiven(value) ? (LEGS[value] ?? words(value)) : 'order');
/** Null of 0 as well: an order at market has no price, and one that the exchange sizes no quantity yet. */
function amount(value: unknown): string | null {
  if (!isGiven(value) || !AMOUNT.test(String(value))) return null;
  const decimal = new Big(value);
  return decimal.eq(0) ? null : decimal.toFixed();
}
const after = (before: string, value: unknown): string => (isGiven(value) ? `${before}${value}` : '');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const list = (values: unknown): string =>
  Array.isArray(values) && values.length > 0 ? values.map(legName).join(' and ') : 'its orders';

function priceText({ price, stopPrice }: Details): string {
  const [limit, stop] = [amount(price), amount(stopPrice)];
  if (!limit && !stop) return ' at market';
  return [limit && ` at ${limit}`, stop && ` once the price is ${stop}`].filter(Boolean).join('');
}

function writtenText(details: Details): string {
  const { leg, side, quantity, clientOrderId } = details;
  const size = amount(quantity) ?? 'what the entry brings in';
  return `Wrote down the ${legName(leg)} before sending it: ${words(side)} ${size}${priceText(details)}${after(', as ', clientOrderId)}.`;
}

function filledText({ leg, price, quantity, commission, commissionAsset }: Details): string {
  const fee = amount(commission) ? `, for a fee of ${amount(commission)}${after(' ', commissionAsset)}` : '';
  return `The ${legName(leg)} traded ${amount(quantity) ?? '0'} at ${amount(price) ?? 'an unknown price'}${fee}.`;
}

function wishText({ takeProfit, stopLoss, ending }: Details): string {
  if (ending === 'close') return 'Its owner asked to close it at market.';
  const wished = [
    amount(takeProfit) && `take profit at ${amount(takeProfit)}`,
    amount(stopLoss) && `stop loss at ${amount(stopLoss)}`,
  ].filter(Boolean);
  const targets = `Its owner wants ${wished.length > 0 ? `a ${wished.join(' and a ')}` : 'no targets'}.`;
  if (ending !== 'remove') return targets;
  const removed = 'Its owner asked to remove what is not filled of its entry.';
  return wished.length > 0 ? `${removed} ${targets}` : removed;
}

const traded = (side: unknown): string => (side === 'sell' ? 'Sold' : 'Bought');
const repeatedOn = (keys: unknown): string => {
  if (!isGiven(keys) || Number(keys) === 0) return 'repeated on no key';
  return Number(keys) === 1 ? 'repeated on one key' : `repeated on ${keys} keys`;
};

const SENTENCES: Record<string, (details: Details) => string> = {
  moved: ({ from, to }) => `It went from ${words(from)} to ${words(to)}.`,
  'order-written': writtenText,
  'order-refused': ({ leg, sentence, reason, code }) =>
    `The ${legName(leg)} was refused: ${[sentence, reason].find(isGiven) ?? `code ${words(code)}`}`,
  'order-lost': ({ leg, reason }) =>
    `The exchange's answer about the ${legName(leg)} was lost${after(' (', reason)}${isGiven(reason) ? ')' : ''}. It is being looked up and is not sent again.`,
  'order-found': ({ leg, state }) => `The ${legName(leg)} is ${words(state)} on the exchange.`,
  'order-filled': filledText,
  'cancel-asked': ({ legs, because }) => `Asked the exchange to cancel ${list(legs)}${after(': ', words(because))}.`,
  'cancel-refused': ({ sentence }) => `The exchange did not cancel it${after(': ', sentence)}`,
  wish: wishText,
  skipped: ({ sentence, code }) => `It was skipped: ${isGiven(sentence) ? sentence : words(code)}`,
  interference: ({ kind, leg }) =>
    `The ${legName(leg)} ${isGiven(kind) ? (HANDS[kind] ?? words(kind)) : 'was changed on the exchange by somebody else'}. Adopt it or release it.`,
  'outside-deal': ({ side, quantity, price, isTraded, keys }) =>
    `${isTraded === true ? `${traded(side)} on the exchange directly` : 'Placed on the exchange directly'}: ${words(side)} ${amount(quantity) ?? '0'} at ${amount(price) ?? 'an unknown price'}; ${repeatedOn(keys)}.`,
  'outside-closing': ({ side, quantity, price, keys }) =>
    `Closed on the exchange directly: ${words(side)} ${amount(quantity) ?? '0'} at ${amount(price) ?? 'an unknown price'}; ${repeatedOn(keys)}.`,
  'outside-target': ({ price, keys }) =>
    `A target was set on the exchange directly, at ${amount(price) ?? 'an unknown price'}; ${repeatedOn(keys)}.`,
  adopted: () => 'What was done on the exchange was adopted.',
  'key-leaves': () => 'Its key is being deleted: what it holds is closed at market.',
  released: () => 'It was released: nothing is done about it any more.',
  retried: () => 'Its owner asked to try again.',
  ended: ({ how }) => `It ended: ${isGiven(how) ? (ENDS[how] ?? words(how)) : 'nobody knows how'}.`,
};

const isDetails = (value: unknown): value is Details => typeof value === 'object' && value !== null;

/** What happened, as a sentence for a person. A kind without one is shown by its name. */
export function tellEvent(kind: string, details: unknown): string {
  const text = SENTENCES[kind]?.(isDetails(details) ? details : {}) ?? `${capital(words(kind))}.`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
