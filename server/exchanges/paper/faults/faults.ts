/**
 * `unknown-executed` and `unknown-dropped` answer 503 with -1007: the call has run, or never will. `reports` and
 * `zero-price-report` are of the user data stream (reporting.ts).
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
  /** How many calls it strikes, null being all until it is lifted; 0 lifts it. Muting and down are states, not counted. */
  times: number | null;
  /** An HTTP status, or Binance's own code when negative. */
  code?: number;
  /** How long a delay, a muting or a down time lasts; of a 429 or 418, how long it asks to wait. */
  ms?: number;
  /** Only calls to this path or below it; 'GET /api/v3/order' strikes one method only. */
  path?: string;
  /** Only calls with this API key. */
  key?: string;
}

/** A call that a fault may strike. */
interface Target {
  method: string;
  path: string;
  apiKey: string | undefined;
}

const isPlacing = (method: string, path: string) => method === 'POST' && path.startsWith('/api/v3/order');
const OF_ORDERS: ReadonlySet<FaultKind> = new Set(['drop-before', 'drop-after', 'unknown-executed', 'unknown-dropped']);
const isUnder = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

function isMeant(target: string, method: string, path: string): boolean {
  const [only, prefix] = target.includes(' ') ? target.split(' ') : [method, target];
  return only === method && isUnder(path, prefix ?? target);
}

/** Without a path, an order's fate strikes orders only, and not whatever call happens to come next. */
function strikes(fault: Fault, { method, path, apiKey }: Target): boolean {
  if (fault.key !== undefined && fault.key !== apiKey) return false;
  if (fault.path !== undefined) return isMeant(fault.path, method, path);
  const ofOrders = OF_ORDERS.has(fault.kind) || (fault.code ?? 0) < 0;
  return !ofOrders || isPlacing(method, path);
}

/** What is to go wrong, as told by the control server. */
export class Faults {
  #waiting: Fault[] = [];
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
    } else if (fault.times === 0) this.#waiting = this.#waiting.filter((each) => each.kind !== fault.kind);
    else this.#waiting.push({ ...fault });
  }

  get down(): boolean {
    return performance.now() < this.#downUntil;
  }

  get mute(): boolean {
    return performance.now() < this.#muteUntil;
  }

  /** The faults that strike this call, each used up by one. */
  striking(target: Target): Fault[] {
    const struck = this.#waiting.filter((fault) => strikes(fault, target));
    for (const fault of struck) if (fault.times !== null) fault.times -= 1;
    this.#waiting = this.#waiting.filter((fault) => fault.times !== 0);
    return struck;
  }

  reset(): void {
    this.#waiting = [];
    this.#downUntil = this.#muteUntil = 0;
  }
}
