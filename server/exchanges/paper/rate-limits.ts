import { refusal } from './binance-error.ts';

const WEIGHT_PER_MINUTE = 6000;
const ORDER_LIMITS = [
  { interval: 'SECOND', intervalNum: 10, limit: 100, length: 10_000, header: '10S' },
  { interval: 'DAY', intervalNum: 1, limit: 200_000, length: 86_400_000, header: '1D' },
] as const;
const MINUTE = 60_000;

export const RATE_LIMITS = [
  { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: WEIGHT_PER_MINUTE },
  ...ORDER_LIMITS.map(({ interval, intervalNum, limit }) => ({
    rateLimitType: 'ORDERS',
    interval,
    intervalNum,
    limit,
  })),
  { rateLimitType: 'RAW_REQUESTS', interval: 'MINUTE', intervalNum: 5, limit: 300_000 },
];

interface Window {
  from: number;
  used: number;
}

/** Counts weight by address and unfilled orders by account, in the fixed windows that the real exchange uses. */
export class RateLimits {
  readonly #now: () => number;
  readonly #weights = new Map<string, Window>();
  readonly #orders = new Map<string, Window>();

  constructor(now: () => number) {
    this.#now = now;
  }

  #window(windows: Map<string, Window>, name: string, length: number): Window {
    const from = Math.floor(this.#now() / length) * length;
    const known = windows.get(name);
    if (known?.from === from) return known;
    const fresh = { from, used: 0 };
    windows.set(name, fresh);
    return fresh;
  }

  weight(address: string): number {
    return this.#window(this.#weights, address, MINUTE).used;
  }

  /** Seconds until the minute is over. */
  retryAfter(): number {
    return Math.ceil((MINUTE - (this.#now() % MINUTE)) / 1000);
  }

  /** Takes the weight of a request, or refuses it. */
  spend(address: string, weight: number): void {
    const window = this.#window(this.#weights, address, MINUTE);
    window.used += weight;
    if (window.used > WEIGHT_PER_MINUTE) throw refusal(-1003);
  }

  giveBack(address: string, weight: number): void {
    const window = this.#window(this.#weights, address, MINUTE);
    window.used = Math.max(0, window.used - weight);
  }

  #orderWindow(apiKey: string, index: 0 | 1): Window {
    return this.#window(this.#orders, `${apiKey}:${index}`, ORDER_LIMITS[index].length);
  }

  /** Refuses an order over the limit. */
  checkOrders(apiKey: string): void {
    ORDER_LIMITS.forEach((rule, index) => {
      if (this.#orderWindow(apiKey, index as 0 | 1).used < rule.limit) return;
      const sentence = `Too many new orders; current limit is ${rule.limit} orders per ${rule.intervalNum} ${rule.interval}.`;
      throw refusal(-1015, sentence);
    });
  }

  /** One more order that is not filled, or one less of them. */
  countOrder(apiKey: string, change: 1 | -1): void {
    for (const index of [0, 1] as const) {
      const window = this.#orderWindow(apiKey, index);
      window.used = Math.max(0, window.used + change);
    }
  }

  orderRows(apiKey: string) {
    return ORDER_LIMITS.map(({ interval, intervalNum, limit }, index) => ({
      rateLimitType: 'ORDERS',
      interval,
      intervalNum,
      limit,
      count: this.#orderWindow(apiKey, index as 0 | 1).used,
    }));
  }

  weightRow(address: string) {
    return { ...RATE_LIMITS[0], count: this.weight(address) };
  }

  orderHeaders(apiKey: string): Record<string, string> {
    return Object.fromEntries(
      ORDER_LIMITS.map(({ header }, index) => [
        `X-MBX-ORDER-COUNT-${header}`,
        String(this.#orderWindow(apiKey, index as 0 | 1).used),
      ]),
    );
  }
}
