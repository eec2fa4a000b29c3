import { BinanceError, refusal } from '../binance-error.ts';
import type { Fault } from '../faults/faults.ts';
import { LimitRefusal, type RateLimits } from '../rate-limits.ts';
import type { Endpoint } from './endpoint.ts';
import type { PaperDeps } from '../deps.ts';

/** What faults do to one call. */
export interface InjectedFaults {
  delayMs: number;
  /** The connection is cut before the call is read. */
  isLost: boolean;
  /** The call is refused and does not run. */
  refused: BinanceError | null;
  /** What happens to the answer once the call has run. */
  answer: 'given' | 'lost' | BinanceError;
}

const OUTCOME_UNKNOWN = -1007;
const CODE_OF_STATUS: Record<number, number> = { 401: -2015, 503: -1007, 504: -1007, 500: -1000 };

/** The refusal of an HTTP status, or of Binance's own code when negative. */
function injectedRefusal(fault: Fault, limits: RateLimits): BinanceError {
  const code = fault.code ?? 503;
  if (code === 429 || code === -1003) return limits.overWeight(fault.ms);
  if (code === 418) return limits.firstBan(fault.ms);
  if (code === -1015) return new LimitRefusal(refusal(code), limits.overWeight().retryAt);
  if (code < 0) return refusal(code);
  const native = refusal(CODE_OF_STATUS[code] ?? -1000);
  return new BinanceError(native.code, native.message, code);
}

/** Takes the faults that apply to a call; each is used up by one. */
export function injectedFaults(
  { method, path }: Endpoint,
  apiKey: string | undefined,
  { faults, limits }: Pick<PaperDeps, 'faults'> & { limits: RateLimits },
): InjectedFaults {
  const taken = faults.take({ method, path, apiKey });
  const find = (kind: Fault['kind']) => taken.find((fault) => fault.kind === kind);
  const [delay, rejected, after] = [find('delay'), find('reject'), find('drop-after')];
  const reported = after?.code === undefined ? 'lost' : injectedRefusal(after, limits);
  const executed = find('unknown-executed') ? refusal(OUTCOME_UNKNOWN) : 'given';
  const dropped = find('unknown-dropped') ? refusal(OUTCOME_UNKNOWN) : null;
  return {
    delayMs: delay ? (delay.ms ?? 1000) : 0,
    isLost: find('drop-before') !== undefined,
    refused: rejected ? injectedRefusal(rejected, limits) : dropped,
    answer: after ? reported : executed,
  };
}
