import { Big } from 'big.js';
import { ASSET_DECIMALS } from '../../../domain/matching/model/amount.ts';
import { decimals } from '../../../lib/decimal.ts';
import { BinanceError, refusal } from '../binance-error.ts';

export type Parameters = ReadonlyMap<string, string>;

const DECIMAL = /^([0-9]{1,20})(\.[0-9]{1,20})?$/;
const WHOLE = /^[0-9]{1,20}$/;
const SYMBOL = /^[\p{L}\p{M}\p{N}\-._]{1,50}$/u;
const CLIENT_ID = /^[a-zA-Z0-9\-_]{1,36}$/;
/** The ranges in the words of the real exchange. */
const SHOWN = {
  decimal: String.raw`^([0-9]{1,20})(\.[0-9]{1,20})?$`,
  whole: '^[0-9]{1,20}$',
  symbol: String.raw`^[\w\-._&&[^a-z]]{1,50}$`,
  clientId: '^[a-zA-Z0-9-_]{1,36}$',
};
const LONGEST_SPAN = 86_400_000;
const MAX_RECV_WINDOW = 60_000;
const MICROSECONDS_FROM = 1e15;

const illegal = (name: string, range: string) =>
  refusal(-1100, `Illegal characters found in parameter '${name}'; legal range is '${range}'.`);

const parse = (text: string): [string, string][] => [...new URLSearchParams(text)];

/** Query and body together; the query's value wins where both have one. */
export function readParameters(query: string, body: string): Parameters {
  const parameters = new Map<string, string>();
  const fromQuery = parse(query);
  if (new Set(fromQuery.map(([name]) => name)).size < fromQuery.length) {
    throw refusal(-1101, 'Duplicate values for a parameter detected.');
  }
  for (const [name, value] of [...parse(body), ...fromQuery]) {
    if (value === '') throw refusal(-1105, `Parameter '${name}' was empty.`);
    parameters.set(name, value);
  }
  return parameters;
}

export function refuseUnknown(parameters: Parameters, known: readonly string[]): void {
  const read = [...parameters.keys()].filter((name) => known.includes(name)).length;
  if (read === parameters.size) return;
  const sentence = `Not all sent parameters were read; read '${read}' parameter(s) but was sent '${parameters.size}'.`;
  throw refusal(-1104, sentence);
}

export const mandatory = (name: string): BinanceError =>
  refusal(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`);

export function required<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw mandatory(name);
  return value;
}

export function symbolParameter(parameters: Parameters, name = 'symbol'): string | undefined {
  const text = parameters.get(name);
  if (text !== undefined && (!SYMBOL.test(text) || /[a-z]/.test(text))) throw illegal(name, SHOWN.symbol);
  return text;
}

/** `symbols` as Binance takes them: a JSON array of names. */
export function symbolList(parameters: Parameters): string[] | undefined {
  const text = parameters.get('symbols');
  if (text === undefined) return undefined;
  const names = /^\["[^"[\]]+"(,"[^"[\]]+")*\]$/.test(text) ? (JSON.parse(text) as string[]) : null;
  if (!names) throw illegal('symbols', String.raw`^\["[\w\-._&&[^a-z]]{1,50}"(,"[\w\-._&&[^a-z]]{1,50}"){0,}\]$`);
  if (new Set(names).size < names.length) throw refusal(-1151, 'Symbol is present multiple times in the list.');
  return names;
}

export function wholeParameter(parameters: Parameters, name: string): number | undefined {
  const text = parameters.get(name);
  if (text === undefined) return undefined;
  if (!WHOLE.test(text)) throw illegal(name, SHOWN.whole);
  return Number(text);
}

/** UTC epoch ms; microseconds are cut to milliseconds. */
export function timeParameter(parameters: Parameters, name: string): number | undefined {
  const time = wholeParameter(parameters, name);
  return time !== undefined && time >= MICROSECONDS_FROM ? Math.floor(time / 1000) : time;
}

/** The bounds of a listing, no more than 24 hours apart; only those that were sent. */
export function timeSpan(parameters: Parameters): { startTime?: number; endTime?: number } {
  const startTime = timeParameter(parameters, 'startTime');
  const endTime = timeParameter(parameters, 'endTime');
  if (startTime !== undefined && endTime !== undefined && endTime - startTime > LONGEST_SPAN) {
    throw refusal(-1127, 'More than 24 hours between startTime and endTime.');
  }
  return { ...(startTime === undefined ? {} : { startTime }), ...(endTime === undefined ? {} : { endTime }) };
}

export function decimalParameter(parameters: Parameters, name: string): Big | undefined {
  const text = parameters.get(name);
  if (text === undefined) return undefined;
  if (!DECIMAL.test(text)) throw illegal(name, SHOWN.decimal);
  return new Big(text);
}

/** A positive amount within the assets' precision; undefined when it was not sent. Throws `zero` for an amount of zero. */
export function amountParameter(parameters: Parameters, name: string, zero: BinanceError): Big | undefined {
  const value = decimalParameter(parameters, name);
  if (value === undefined) return undefined;
  if (decimals(value) > ASSET_DECIMALS) throw refusal(-1111, `Parameter '${name}' has too much precision.`);
  if (value.eq(0)) throw zero;
  return value;
}

export function booleanParameter(parameters: Parameters, name: string): boolean | undefined {
  const text = parameters.get(name);
  if (text === undefined) return undefined;
  if (text !== 'true' && text !== 'false') throw refusal(-1130, `Data sent for parameter '${name}' is not valid.`);
  return text === 'true';
}

export function clientIdParameter(parameters: Parameters, name: string): string | undefined {
  const text = parameters.get(name);
  if (text !== undefined && !CLIENT_ID.test(text)) throw illegal(name, SHOWN.clientId);
  return text;
}

export function choice<const Value extends string>(
  text: string | undefined,
  values: readonly Value[],
  otherwise: BinanceError,
): Value | undefined {
  if (text === undefined) return undefined;
  const found = values.find((value) => value === text);
  if (found === undefined) throw otherwise;
  return found;
}

/** How many rows: at least one, at most `most`. */
export function limitParameter(parameters: Parameters, fallback: number, most: number): number {
  const limit = wholeParameter(parameters, 'limit') ?? fallback;
  if (limit === 0) throw refusal(-1130, "Data sent for parameter 'limit' is not valid.");
  return Math.min(limit, most);
}

/** Milliseconds that a signed request stays valid. */
export function recvWindow(parameters: Parameters): number {
  const window = Number((decimalParameter(parameters, 'recvWindow') ?? new Big(5000)).toFixed());
  if (window > MAX_RECV_WINDOW) {
    throw refusal(-1102, `'recvWindow' contains unexpected value. Cannot be greater than ${MAX_RECV_WINDOW}.`);
  }
  return window;
}
