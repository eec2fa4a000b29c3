import { FieldFault } from './fields.ts';
import type { Body } from './read-body.ts';
import { foreignFormat, read3Commas, readAltrady, readTradingView } from './read-foreign.ts';
import { isNative, readNative } from './read-native.ts';
import type { Read } from './signal.ts';

const READERS = { tradingview: readTradingView, '3commas': read3Commas, altrady: readAltrady };
const UNKNOWN =
  'This is no format that is known here. Copy the message of your sender from this hook: TradingView, 3Commas, Altrady, or our own.';

/** A message by its format, which its fields show. */
export function readSignal(body: Body): Read {
  const foreign = foreignFormat(body);
  const read = foreign ? READERS[foreign] : isNative(body) || 'pair' in body ? readNative : null;
  if (!read) return { fault: UNKNOWN };
  try {
    return { signal: read(body) };
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error;
    return { fault: error.message };
  }
}
