import { BinanceError, refusal } from '../binance-error.ts';
import type { Fault, Faults } from '../faults/faults.ts';
import { LimitRefusal, type RateLimits } from '../rate-limits.ts';
import type { Endpoint } from './endpoint.ts';

/** What a test has ordered for one call. */
export interface Fate {
  delayMs: number;
  /** The line is cut before the call is read. */
  isLost: boolean;
  /** Refused instead of run. */
  refused: BinanceError | null;
  /** What becomes of the answer once it has run. */
  answer: 'given' | 'lost' | BinanceError;
}

interface Deps {
  faults: Faults;
  limits: RateLimits;
}

const UNKNOWN = -1007;
const NATIVE: Record<number, number> = { 401: -2015, 503: -1007, 504: -1007, 500: -1000 };

/** An HTTP status, or Binance's own code when negative, in the words that come with it. */
function orderedRefusal(fault: Fault, limits: RateLimits): BinanceError {
  const code = fault.code ?? 503;
  if (code === 429 || code === -1003) return limits.overWeight(fault.ms);
  if (code === 418) return limits.firstBan(fault.ms);
  if (code === -1015) return new LimitRefusal(refusal(code), limits.overWeight().retryAt);
  if (code < 0) return refusal(code);
  const native = refusal(NATIVE[code] ?? -1000);
  return new BinanceError(native.code, native.message, code);
}

/** Takes the faults that strike a call; each is used up by one. */
export function fateOf({ method, path }: Endpoint, apiKey: string | undefined, { faults, limits }: Deps): Fate {
  const struck = faults.striking({ method, path, apiKey });
  const find = (kind: Fault['kind']) => struck.find((fault) => fault.kind === kind);
  const [delay, rejected, after] = [find('delay'), find('reject'), find('drop-after')];
  const reported = after?.code === undefined ? 'lost' : orderedRefusal(after, limits);
  const executed = find('unknown-executed') ? refusal(UNKNOWN) : 'given';
  const dropped = find('unknown-dropped') ? refusal(UNKNOWN) : null;
  return {
    delayMs: delay ? (delay.ms ?? 1000) : 0,
    isLost: find('drop-before') !== undefined,
    refused: rejected ? orderedRefusal(rejected, limits) : dropped,
    answer: after ? reported : executed,
  };
}
