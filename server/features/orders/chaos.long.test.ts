import { randomUUID } from 'node:crypto';
import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { disagreements, theirOrders } from '../../../tests/factories/both-books.ts';
import { trader } from '../../../tests/factories/visitor.ts';
import { isFullSize } from '../../../tests/setup/full-size.ts';
import { paperSite } from '../../../tests/setup/paper-site.ts';
import { until } from '../../../tests/setup/until.ts';

const TRADERS = isFullSize ? 40 : 8;
/** As many as one person may send in ten seconds, less a few. */
const ORDERS_EACH = 25;
const PATIENCE = { timeout: 180_000, interval: 500 };

/** What goes wrong, one after the other, again and again while orders are sent. */
const FAULTS = [
  { kind: 'drop-before', times: 3 },
  { kind: 'drop-after', times: 3 },
  { kind: 'delay', times: 4, ms: 400 },
  { kind: 'reject', times: 2, code: -1007 },
  { kind: 'cut-streams' },
  { kind: 'reject', times: 2, code: -1021 },
  { kind: 'reject', times: 2, code: 503 },
  { kind: 'mute-streams', ms: 300 },
  { kind: 'reject', times: 1, code: 429, ms: 300 },
  { kind: 'down', ms: 250 },
  { kind: 'drop-after', times: 2, code: -1006 },
  { kind: 'reject', times: 1, code: 418, ms: 500 },
] as const;

const { site, control } = await paperSite();

type Trader = Awaited<ReturnType<typeof trader>>;
type Sent = 'placed' | 'lost';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Orders of all traders that are placed or lost so far. Faults are paced by them: a slow machine meets no more of them,
 * and orders that are refused for a while bring no further ones, which would refuse them for ever.
 */
let done = 0;
const isNextDue = (since: number): boolean => done - since >= 1;

/** As a person would: what was refused is sent again, a lost answer is left to be looked up. */
async function sendOne(who: Trader, order: { price: number; counterQuantity: number }): Promise<Sent> {
  for (;;) {
    const { status, body } = await who.buy(order, { 'idempotency-key': randomUUID() });
    if (status === 502 || (status === 200 && !body.error)) {
      done += 1;
      return status === 502 ? 'lost' : 'placed';
    }
    expect(typeof body.error).toBe('string');
    await pause(400);
  }
}

/** One after the other: some rest below the market, some fill at once; no two alike. */
async function sendAll(who: Trader, first: number): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (let index = 0; index < ORDERS_EACH; index += 1) {
    const rests = (first + index) % 3 !== 0;
    const price = new Big(rests ? '0.50' : '0.52').plus(new Big(index).times('0.0001')).toNumber();
    sent.push(await sendOne(who, { price, counterQuantity: 10 }));
  }
  return sent;
}

/** Until stopped: the faults in turn, as fast as they are spent. */
async function disturb(signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    const fault = FAULTS[turn % FAULTS.length];
    if (fault) await control('fault', fault);
    const since = done;
    do await pause(150);
    while (!isNextDue(since) && !signal.aborted);
  }
}

describe(`${TRADERS * ORDERS_EACH} orders while everything goes wrong`, () => {
  it('are placed once each, none is forgotten, and all states agree afterwards', async () => {
    const traders: Trader[] = [];
    for (let index = 0; index < TRADERS; index += 1) traders.push(await trader(site));
    const storm = new AbortController();
    const disturbing = disturb(storm.signal);
    const sent = (await Promise.all(traders.map((who, index) => sendAll(who, index)))).flat();
    storm.abort();
    await disturbing;
    for (const kind of ['drop-before', 'drop-after', 'delay', 'reject', 'mute-streams', 'down'] as const) {
      await control('fault', { kind, times: 0 });
    }

    const { sql } = site.database;
    await until(async () => expect(await disagreements(sql)).toEqual([]), PATIENCE);
    const onExchange = await theirOrders(sql);
    expect(sent).toHaveLength(TRADERS * ORDERS_EACH);
    const lost = sent.filter((how) => how === 'lost').length;
    expect(lost).toBeGreaterThan(0);
    // Of the lost ones some arrived; of those that were answered, all.
    expect(onExchange.length).toBeGreaterThanOrEqual(sent.length - lost);
    expect(onExchange.length).toBeLessThanOrEqual(sent.length);
  }, 600_000);
});
