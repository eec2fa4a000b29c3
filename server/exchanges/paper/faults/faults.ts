/**
 * `unknown-executed` and `unknown-dropped` answer 503 with -1007: the call has run, or never will. `reports` and
 * `zero-price-report` are of the user data stream (report-faults.ts).
 */
export const FAULT_KINDS = [
  'delay',
  'drop-before',
  'drop-after',
  'unknown-executed',
  'unknown-dropped',
  'reject',
  'reports',
  'zero-price-report',
  'cut-streams',
  'mute-streams',
  'down',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  kind: Exclude<FaultKind, 'reports' | 'zero-price-report'>;
  /** How many calls it applies to; null is all until it is lifted, 0 lifts it. Muted and down are states and not counted. */
  times: number | null;
  /** An HTTP status, or Binance's own code when negative. */
  code?: number;
  /** Duration of a delay, of muted streams or of a down time; of a 429 or 418 the wait that it asks for. */
  ms?: number;
  /** Only calls to this path or below it; 'GET /api/v3/order' is one method only. */
  path?: string;
  /** Only calls with this API key. */
  key?: string;
}

/** A call that a fault may apply to. */
interface Target {
  method: string;
  path: string;
  apiKey: string | undefined;
}

const isPlacing = (method: string, path: string) => method === 'POST' && path.startsWith('/api/v3/order');
const ORDER_FAULTS: ReadonlySet<FaultKind> = new Set([
  'drop-before',
  'drop-after',
  'unknown-executed',
  'unknown-dropped',
]);
const isUnder = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

function isTarget(target: string, method: string, path: string): boolean {
  const [only, prefix] = target.includes(' ') ? target.split(' ') : [method, target];
  return only === method && isUnder(path, prefix ?? target);
}

/** Without a path, what happens to orders applies to orders only, not to whatever call comes next. */
function appliesTo(fault: Fault, { method, path, apiKey }: Target): boolean {
  if (fault.key !== undefined && fault.key !== apiKey) return false;
  if (fault.path !== undefined) return isTarget(fault.path, method, path);
  const ofOrders = ORDER_FAULTS.has(fault.kind) || (fault.code ?? 0) < 0;
  return !ofOrders || isPlacing(method, path);
}

/** The faults that the control server has set. */
export class Faults {
  #pending: Fault[] = [];
  #downUntil = 0;
  #muteUntil = 0;
  /** Called when every stream is to be cut at once. */
  cutStreams: () => void = () => {};

  add(fault: Fault): void {
    const until = fault.times === 0 ? 0 : performance.now() + (fault.ms ?? Number.POSITIVE_INFINITY);
    if (fault.kind === 'cut-streams') this.cutStreams();
    else if (fault.kind === 'mute-streams') this.#muteUntil = until;
    else if (fault.kind === 'down') {
      this.#downUntil = until;
      if (until > 0) this.cutStreams();
    } else if (fault.times === 0) this.#pending = this.#pending.filter((each) => each.kind !== fault.kind);
    else this.#pending.push({ ...fault });
  }

  get down(): boolean {
    return performance.now() < this.#downUntil;
  }

  get mute(): boolean {
    return performance.now() < this.#muteUntil;
  }

  /** The faults that apply to this call, each used up by one. */
  take(target: Target): Fault[] {
    const taken = this.#pending.filter((fault) => appliesTo(fault, target));
    for (const fault of taken) if (fault.times !== null) fault.times -= 1;
    this.#pending = this.#pending.filter((fault) => fault.times !== 0);
    return taken;
  }

  reset(): void {
    this.#pending = [];
    this.#downUntil = this.#muteUntil = 0;
  }
}
