import { setTimeout as sleep } from 'node:timers/promises';
import type { ControlBody } from '../../server/exchanges/paper/control/control-commands.ts';
import type { TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';
import type { Control } from './paper-control.ts';
import { type Dice, dice, priceAt } from './episode-weather.ts';
import { type Row, XRP_PAIR } from './xrp-deals.ts';
import { blockHistory } from './block-history.ts';
import { OTHER_COINS, tradedTwice } from './episode-book.ts';
import { UnprotectedTimes } from './unprotected-times.ts';
import type { trader } from './visitor.ts';

export type Trader = Awaited<ReturnType<typeof trader>>;
type Fault = (key: string) => ControlBody<'fault'>;

/** A report that is delayed, or a stream that is mute, makes a label late, not wrong. */
const LATE_MS = 12_000;
export const PATIENCE = { timeout: 180_000, interval: 500 };
/** Share of the episodes whose blocks are given plans, and share of their entries that have several limits. */
const PLANS = 0.4;
const LADDERS = 0.3;

/** What goes wrong for one account, by name. */
export const FAULTS: Record<string, Fault> = {
  'lost, executed': (key) => ({ kind: 'unknown-executed', times: 1, key }),
  'lost, not executed': (key) => ({ kind: 'unknown-dropped', times: 1, key }),
  'never arrived': (key) => ({ kind: 'drop-before', times: 1, key }),
  'answer lost': (key) => ({ kind: 'drop-after', times: 1, key }),
  'cancel lost': (key) => ({ kind: 'drop-after', times: 1, path: 'DELETE /api/v3/orderList', key }),
  refused: (key) => ({ kind: 'reject', code: -1013, times: 1, key }),
  'refused for funds': (key) => ({ kind: 'reject', code: -2010, times: 1, key }),
  slow: (key) => ({ kind: 'delay', ms: 1500, times: 2, key }),
  'reports doubled': (key) => ({ kind: 'reports', mode: 'doubled', times: 4, key }),
  'reports reversed': (key) => ({ kind: 'reports', mode: 'reversed', times: 3, key }),
  'reports late': (key) => ({ kind: 'reports', mode: 'delayed', ms: 2000, times: 4, key }),
  'price of a report missing': (key) => ({ kind: 'zero-price-report', times: 1, key }),
};

/** Where episodes are played. */
export interface Ground {
  site: Pick<TestSite, 'database'>;
  control: Control;
  /** Has the server end and start again, a few times. */
  kills?: (random: Dice) => Promise<void>;
  /** Share of the episodes whose blocks are given plans; of those that go on undisturbed some have none. */
  plans?: number;
  /** When the server that is up now came up, by performance.now(). */
  upSince?: () => number;
}

/** One person's hand, and all that goes wrong for their account meanwhile. */
export class Episode {
  readonly who: Trader;
  readonly faults = new Set<string>();
  readonly #ground: Ground;
  readonly #dice: Dice;
  /** Whether its blocks are given plans. */
  readonly #plans: boolean;
  #presses = 0;
  /** By all presses, USDT. */
  #asked = 0;
  readonly unprotected = new UnprotectedTimes();
  /** The pair's last trade before the episode. */
  #began = 0;
  #wrong: { what: string; since: number } | null = null;
  readonly wrong: string[] = [];

  constructor(ground: Ground, of: { who: Trader; seed: string }) {
    this.#ground = ground;
    this.who = of.who;
    this.#dice = dice(of.seed);
    this.#plans = this.#dice.chance(ground.plans ?? PLANS);
  }

  async prepare(): Promise<void> {
    const fund = (asset: string, free: number) =>
      this.#ground.control('balance', { key: this.who.paperKey, asset, free: String(free) });
    this.#began = await this.#lastTrade();
    await fund('USDT', 10_000);
    await fund('XRP', OTHER_COINS);
  }

  async #lastTrade(): Promise<number> {
    const [row] = await this.#ground.site.database.sql<{ id: number }[]>`
      select coalesce(max(trade_id), 0)::int as id from paper.trades where symbol = 'XRPUSDT'`;
    return row?.id ?? 0;
  }

  async live(signal: AbortSignal): Promise<void> {
    await this.#buy();
    const set = this.#plans ? this.#setPlan : this.#setTargets;
    const acts = [set, set, this.#close, this.#remove, this.#cancelByHand, this.#buy];
    while (!signal.aborted) {
      await sleep(this.#dice.between(200, 2500));
      if (this.#dice.chance(0.6)) await this.#fault();
      await this.#dice.oneOf(acts).call(this);
    }
  }

  async rows(section = 'buy'): Promise<Row[]> {
    const { content } = (await this.who.rows(section)) as { content: Record<string, Row[]> };
    return Object.values(content).flat();
  }

  #fault(): Promise<void> {
    const name = this.#dice.oneOf(Object.keys(FAULTS));
    this.faults.add(name);
    return this.#ground.control('fault', (FAULTS[name] as Fault)(this.who.paperKey));
  }

  async #buy(): Promise<void> {
    this.#presses += 1;
    const { between, chance } = this.#dice;
    const targets = {
      ...(chance(0.6) ? { takeProfitPrice: priceAt(between(5400, 5700)) } : {}),
      ...(chance(0.6) ? { stopLossPrice: priceAt(between(4700, 4900)) } : {}),
    };
    const [least, most] = this.#plans ? [5150, 5300] : [5000, 5200];
    const [price, counterQuantity] = [between(least, most), between(12, 60)];
    this.#asked += counterQuantity;
    const ladder = this.#plans && chance(LADDERS) ? this.#ladder(price) : {};
    await this.who.buy({ price: priceAt(price), counterQuantity, ...targets, ...ladder });
  }

  /** Each of its limits is an order. */
  #ladder(price: number) {
    const limits = this.#dice.between(2, 4);
    this.#presses += limits - 1;
    return { ladder: { limits, end: priceAt(price - this.#dice.between(40, 200)) } };
  }

  async #block(): Promise<Row | undefined> {
    const rows = await this.rows();
    return rows.length > 0 ? this.#dice.oneOf(rows) : undefined;
  }

  async #setTargets(): Promise<void> {
    const row = await this.#block();
    if (!row) return;
    const has = Number(row['secondTakeProfitPlacedPrice']) > 0 || Number(row['secondStopLossPlacedPrice']) > 0;
    const json = {
      ...XRP_PAIR,
      blockId: row['blockId'],
      takeProfitPrice: priceAt(this.#dice.between(5300, 5700)),
      stopLossPrice: priceAt(this.#dice.between(4700, 5000)),
    };
    await this.who.send(has ? 'PUT' : 'POST', '/api/markets/spot/third', { json });
  }

  /** One to three take profits, and a stop that stays, moves or follows. */
  async #setPlan(): Promise<void> {
    const { between, chance, oneOf } = this.#dice;
    const rows = (await this.rows()).filter((each) => Number(each['firstFilledQuantity']) > 0);
    if (rows.length === 0) return;
    const row = oneOf(rows);
    const shares = oneOf([[1], [0.5, 0.5], [0.5, 0.3, 0.2]]);
    const first = between(5300, 5600);
    const stop = { price: priceAt(between(4700, 5000)) };
    const moves = chance(0.4)
      ? { trailing: { percent: between(1, 8) } }
      : { after: shares.length > 1 && chance(0.5) ? { to: 'previous-target' } : null };
    await this.who.post('/api/markets/spot/plan', {
      ...XRP_PAIR,
      blockId: row['blockId'],
      takeProfits: shares.map((share, at) => ({ share, price: priceAt(first + at * between(40, 120)) })),
      stopLoss: chance(0.9) ? { ...stop, ...moves } : null,
    });
  }

  async #end(path: string, method: string): Promise<void> {
    const row = await this.#block();
    if (row) await this.who.send(method, path, { json: { ...XRP_PAIR, blockId: row['blockId'] } });
  }
  #close = () => this.#end('/api/markets/spot/fourth/close', 'PUT');
  #remove = () => this.#end('/api/markets/spot/first/', 'DELETE');

  async #cancelByHand(): Promise<void> {
    const { sql } = this.#ground.site.database;
    const [order] = await sql<{ id: string }[]>`
      select client_order_id as id from paper.orders where api_key = ${this.who.paperKey} and status = 'NEW' limit 1`;
    if (!order || !this.#dice.chance(0.3)) return;
    this.faults.add('canceled by hand');
    const named = { key: this.who.paperKey, symbol: 'XRPUSDT', clientOrderId: order.id };
    await this.#ground.control('order', { ...named, do: 'cancel' }).catch(() => 'it was filled a moment before');
  }

  /** What its rows say, compared with what the exchange's book has. */
  async look(): Promise<void> {
    const rows = await this.rows();
    const wrong = await this.#wrongLabel(rows);
    const now = performance.now();
    this.unprotected.note(rows, now);
    if (wrong === null || wrong !== this.#wrong?.what)
      this.#wrong = wrong === null ? null : { what: wrong, since: now };
    else if (now - Math.max(this.#wrong.since, this.#ground.upSince?.() ?? 0) > LATE_MS) this.wrong.push(wrong);
  }

  /** A row that is called protected by the exchange, while its book holds no order for it. */
  async #wrongLabel(rows: readonly Row[]): Promise<string | null> {
    const { sql } = this.#ground.site.database;
    for (const row of rows) {
      if (row['protection'] !== 'exchange' || !(Number(row['firstFilledQuantity']) > 0)) continue;
      const [found] = await sql<{ count: number }[]>`
        select count(*)::int as count from orders o
        join paper.orders p on p.client_order_id = o.client_order_id and p.status in ('NEW', 'PARTIALLY_FILLED')
        where o.block_id = ${String(row['blockId'])} and o.leg in ('take-profit', 'stop-loss')`;
      if (found?.count === 0)
        return `${String(row['blockId'])} is called protected by the exchange, and no order rests`;
    }
    return null;
  }

  /** Everything ended, as its owner would do it. */
  async clear(): Promise<void> {
    await until(async () => {
      for (const row of await this.rows()) await this.#endRow(row);
      const left = await this.rows();
      const [one] = left;
      if (one) throw new Error(`${left.length} blocks are open: ${JSON.stringify(one)}`);
    }, PATIENCE).catch(async (error: unknown) => {
      const histories = (await this.rows()).map(({ blockId }) => blockHistory(this.#ground.site, String(blockId)));
      throw new Error((await Promise.all(histories)).join('\n'), { cause: error });
    });
  }

  async #endRow({ blockId, keyUid: uid, interference, firstFilledQuantity, status }: Row): Promise<void> {
    const json = { ...XRP_PAIR, blockId };
    if (interference !== null) {
      await this.who.post('/api/markets/spot/interference', { blockId, uid, choice: 'release' });
      await this.#cancelAll();
    } else if (status === 'closing') await sleep(500);
    else if (Number(firstFilledQuantity) > 0) {
      await this.who.send('DELETE', '/api/markets/spot/first/', { json });
      await this.who.send('PUT', '/api/markets/spot/fourth/close', { json });
      await this.who.send('PUT', '/api/markets/spot/second/close', { json });
    } else await this.who.send('DELETE', '/api/markets/spot/first/', { json });
  }

  /** Released orders stay on the exchange: their owner cancels them there. */
  async #cancelAll(): Promise<void> {
    const { sql } = this.#ground.site.database;
    const left = await sql<{ id: string }[]>`
      select client_order_id as id from paper.orders
      where api_key = ${this.who.paperKey} and status in ('NEW', 'PARTIALLY_FILLED')`;
    for (const { id } of left) {
      const named = { key: this.who.paperKey, symbol: 'XRPUSDT', clientOrderId: id };
      await this.#ground
        .control('order', { ...named, do: 'cancel' })
        .catch(() => 'its list was canceled with the one before');
    }
  }

  duplicates(): Promise<string[]> {
    const { paperKey: key } = this.who;
    const of = { key, began: this.#began, presses: this.#presses, asked: this.#asked };
    return tradedTwice(this.#ground.site.database.sql, of);
  }
}
