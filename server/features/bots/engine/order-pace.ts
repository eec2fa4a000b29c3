import type { OrderRate } from '../../../exchanges/exchange.ts';

interface Window {
  /** UTC epoch ms. */
  from: number;
  used: number;
}

/** C-16: of what an account may place in a time, bots take half, so that its owner's own order is never the one refused. */
export class OrderPace {
  /** By key and length. */
  readonly #windows = new Map<string, Window>();

  /** Counts so many orders and answers null; or until when they have to wait, UTC epoch ms, where half is used up. */
  take(keyId: string, orders: number, { rates, now }: { rates: readonly OrderRate[]; now: number }): number | null {
    const windows = rates.map(({ most, within }) => {
      const name = `${keyId} ${within}`;
      const from = now - (now % within);
      const before = this.#windows.get(name);
      const used = before?.from === from ? before.used : 0;
      return { name, from, used, until: from + within, half: Math.max(orders, Math.floor(most / 2)) };
    });
    const full = windows.filter(({ used, half }) => used + orders > half);
    if (full.length > 0) return Math.max(...full.map(({ until }) => until));
    for (const { name, from, used } of windows) this.#windows.set(name, { from, used: used + orders });
    return null;
  }
}
