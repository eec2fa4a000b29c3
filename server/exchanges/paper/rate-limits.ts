import { backoff } from '#contracts/rules/backoff.ts';
import { DAY, MINUTE, SECOND } from '#contracts/rules/time.ts';
import { BinanceError, refusal } from './binance-error.ts';

const WEIGHT_PER_MINUTE = 6000;
const REQUESTS = { limit: 300_000, length: 5 * MINUTE };
const CONNECTIONS = { limit: 300, length: 5 * MINUTE };
const ORDER_LIMITS = [
  { interval: 'SECOND', intervalNum: 10, limit: 100, length: 10 * SECOND, header: '10S' },
  { interval: 'DAY', intervalNum: 1, limit: 200_000, length: DAY, header: '1D' },
] as const;
/** Refusals within a minute that are answered with 429; the next one is the ban. */
const REFUSALS_BEFORE_BAN = 10;
const SHORTEST_BAN = 2 * MINUTE;
const LONGEST_BAN = 3 * DAY;
/** What a first fill takes off the count of unfilled orders (order_count_decrement.md, examples 1 and 2). */
const FIRST_FILL = { taker: 1, maker: 5 };
const LOOPBACK = '127.0.0.1';

const ruleOfWeight = (limit: number) => ({
  rateLimitType: 'REQUEST_WEIGHT',
  interval: 'MINUTE',
  intervalNum: 1,
  limit,
});

const OTHER_RULES = [
  ...ORDER_LIMITS.map(({ interval, intervalNum, limit }) => ({
    rateLimitType: 'ORDERS',
    interval,
    intervalNum,
    limit,
  })),
  { rateLimitType: 'RAW_REQUESTS', interval: 'MINUTE', intervalNum: 5, limit: REQUESTS.limit },
];

/** A limit is exceeded until `retryAt`, UTC epoch ms. */
export class LimitRefusal extends BinanceError {
  readonly retryAt: number;

  constructor({ code, message, status }: BinanceError, retryAt: number) {
    super(code, message, status);
    this.retryAt = retryAt;
  }
}

interface Window {
  from: number;
  used: number;
}
interface Ban {
  until: number;
  /** Bans of this address so far. */
  count: number;
}

/** Weight, requests and connections by address, unfilled orders by account, in fixed windows of the exchange's clock. */
export class RateLimits {
  readonly #now: () => number;
  readonly #weightPerMinute: number;
  readonly #windows = new Map<string, Window>();
  readonly #bans = new Map<string, Ban>();
  /** Called with an address that has just been banned. */
  onBan: (address: string) => void = () => {};

  constructor(now: () => number, weightPerMinute = WEIGHT_PER_MINUTE) {
    this.#now = now;
    this.#weightPerMinute = weightPerMinute;
  }

  /** As `exchangeInfo` shows them. */
  rules() {
    return [ruleOfWeight(this.#weightPerMinute), ...OTHER_RULES];
  }

  #window(name: string, length: number): Window {
    const from = Math.floor(this.#now() / length) * length;
    const known = this.#windows.get(name);
    if (known?.from === from) return known;
    const fresh = { from, used: 0 };
    this.#windows.set(name, fresh);
    return fresh;
  }

  #weight(address: string): Window {
    return this.#window(`weight ${address}`, MINUTE);
  }

  weight(address: string): number {
    return this.#weight(address).used;
  }

  /** Called before a request is read: a banned address is not served at all. */
  admit(address: string): void {
    const ban = this.#bans.get(address);
    if (ban && this.#now() < ban.until) throw banned(ban.until);
    const window = this.#window(`requests ${address}`, REQUESTS.length);
    window.used += 1;
    if (window.used <= REQUESTS.limit) return;
    throw new LimitRefusal(refusal(-1003, 'Too many requests queued.'), window.from + REQUESTS.length);
  }

  /** Counts a new websocket of an address, on one of the two hosts of the real exchange. */
  connect(address: string, host: 'stream' | 'ws-api'): void {
    const window = this.#window(`${host} ${address}`, CONNECTIONS.length);
    window.used += 1;
    if (window.used <= CONNECTIONS.limit) return;
    const sentence = `Too many connection attempts from IP; current limit is ${CONNECTIONS.limit} per '5 MINUTE'.`;
    throw new LimitRefusal(new BinanceError(-1034, sentence, 429), window.from + CONNECTIONS.length);
  }

  /** Charges the weight of a request, or refuses it; an address that continues is banned. */
  spend(address: string, weight: number): void {
    const window = this.#weight(address);
    window.used += weight;
    if (window.used <= this.#weightPerMinute) return;
    const refused = this.#window(`refused ${address}`, MINUTE);
    refused.used += 1;
    if (refused.used > REFUSALS_BEFORE_BAN) throw this.#ban(address);
    throw this.overWeight();
  }

  refund(address: string, weight: number): void {
    const window = this.#weight(address);
    window.used = Math.max(0, window.used - weight);
  }

  /** The refusal once the minute's weight is used up, for the rest of the minute unless `ms` is given. */
  overWeight(ms = MINUTE - (this.#now() % MINUTE)): LimitRefusal {
    const sentence = `Too much request weight used; current limit is ${this.#weightPerMinute} request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.`;
    return new LimitRefusal(refusal(-1003, sentence), this.#now() + ms);
  }

  /** The refusal of an address that is banned for the first time. */
  firstBan(ms = SHORTEST_BAN): LimitRefusal {
    return banned(this.#now() + ms);
  }

  #ban(address: string): LimitRefusal {
    const now = this.#now();
    const last = this.#bans.get(address);
    const count = last && now - last.until < LONGEST_BAN ? last.count + 1 : 1;
    const until = now + backoff(count, { min: SHORTEST_BAN, max: LONGEST_BAN });
    this.#bans.set(address, { until, count });
    this.#window(`refused ${address}`, MINUTE).used = 0;
    this.onBan(address);
    return banned(until);
  }

  /** Whole seconds until a refusal is over, for Retry-After. */
  secondsUntil(time: number): number {
    return Math.max(1, Math.ceil((time - this.#now()) / SECOND));
  }

  /** Sets the weight that an address has used this minute; bans stay. */
  setWeight(weight: number, address = LOOPBACK): void {
    this.#weight(address).used = weight;
  }

  /** Forgets all counts and bans. */
  reset(): void {
    this.#windows.clear();
    this.#bans.clear();
  }

  #orders(apiKey: string) {
    return ORDER_LIMITS.map((rule) => ({ rule, window: this.#window(`orders${rule.header} ${apiKey}`, rule.length) }));
  }

  /** Refuses `count` more orders when they would go over the limit. */
  checkOrders(apiKey: string, count = 1): void {
    for (const { rule, window } of this.#orders(apiKey)) {
      if (window.used + count <= rule.limit) continue;
      const sentence = `Too many new orders; current limit is ${rule.limit} orders per ${rule.intervalNum} ${rule.interval}.`;
      throw new LimitRefusal(refusal(-1015, sentence), window.from + rule.length);
    }
  }

  /** Changes the count of unfilled orders of an account, never below zero. */
  countOrder(apiKey: string, change: number): void {
    for (const { window } of this.#orders(apiKey)) window.used = Math.max(0, window.used + change);
  }

  /** The first fill of an order takes it off the count; one that waited on the book takes off more. */
  firstFill(apiKey: string, isMaker: boolean): void {
    this.countOrder(apiKey, isMaker ? -FIRST_FILL.maker : -FIRST_FILL.taker);
  }

  orderRows(apiKey: string) {
    return this.#orders(apiKey).map(({ rule: { interval, intervalNum, limit }, window }) => ({
      rateLimitType: 'ORDERS',
      interval,
      intervalNum,
      limit,
      count: window.used,
    }));
  }

  weightRow(address: string) {
    return { ...ruleOfWeight(this.#weightPerMinute), count: this.weight(address) };
  }

  weightHeaders(address: string): Record<string, string> {
    const used = String(this.weight(address));
    return { 'X-MBX-USED-WEIGHT': used, 'X-MBX-USED-WEIGHT-1M': used };
  }

  orderHeaders(apiKey: string): Record<string, string> {
    return Object.fromEntries(
      this.#orders(apiKey).map(({ rule, window }) => [`X-MBX-ORDER-COUNT-${rule.header}`, String(window.used)]),
    );
  }
}

function banned(until: number): LimitRefusal {
  const sentence = `Way too much request weight used; IP banned until ${until}. Please use WebSocket Streams for live updates to avoid bans.`;
  return new LimitRefusal(new BinanceError(-1003, sentence, 418), until);
}
