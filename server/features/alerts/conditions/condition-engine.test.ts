import { describe, expect, it, vi } from 'vitest';
import type { Condition } from '#contracts/alert-conditions.ts';
import { HOUR, MINUTE, SECOND } from '#contracts/rules/time.ts';
import { alertWorld } from '../../../../tests/factories/alert-world.ts';
import type { AlertServer } from '../../../../tests/factories/watched-alerts.ts';
import { priceFeed } from '../../../../tests/doubles/price-feed.ts';
import { until } from '../../../../tests/setup/until.ts';
import { Firer } from '../firing/fire-alerts.ts';

const { time, make, stop, owner } = alertWorld();
const UP_3: Condition = { kind: 'percent-move', direction: 'up', percent: 3, window: '1m' };
const level = { price: undefined, type: undefined };

async function begin(server: AlertServer): Promise<AlertServer> {
  server.conditions.start();
  server.deliveries.start();
  await until(() => expect(server.conditions.isCaughtUp).toBe(true));
  return server;
}
async function end(server: AlertServer): Promise<void> {
  await server.conditions.stop();
  await stop(server);
}
/** Until the engine holds so many alerts and has read what they hang on. */
const holds = ({ conditions }: AlertServer, count: number) =>
  until(() => expect([conditions.size, conditions.isCaughtUp]).toEqual([count, true]));
function trade({ feed }: AlertServer, seconds: number, price: string): void {
  time.now += seconds * SECOND;
  feed.trade('XRPUSDT', price, time.now);
}
async function ada(server: AlertServer) {
  const person = await owner(server);
  return {
    ...person,
    when: (condition: Condition, more: Parameters<typeof person.add>[1] = {}) =>
      person.add('1', { ...level, condition, ...more }),
  };
}

describe('K-1, K-3 a percent move', () => {
  it('fires once, says so on open pages and in the log, and is over', async () => {
    const server = await begin(make());
    const person = await ada(server);
    trade(server, 1, '1.000');
    const alert = await person.when(UP_3);
    await holds(server, 1);
    trade(server, 1, '1.000');
    trade(server, 5, '0.985');
    trade(server, 5, '1.014');
    trade(server, 5, '1.015');
    const crossedAt = time.now;
    trade(server, 5, '1.100');
    await until(() => expect(person.reported).toHaveLength(1));
    expect(person.reported[0]).toMatchObject({
      topic: 'alert-price-executed',
      body: { id: alert.id, price: null, type: null, condition: UP_3, executed: true, active: false },
    });
    expect(await person.firings()).toEqual([
      { alertId: alert.id, price: '1.015000000000000000', late: false, crossedAt },
    ]);
    await until(() => expect(server.conditions.size).toBe(0));
    await end(server);
  });

  it('K-2: ALWAYS rests for a minute, over a restart as well, and is armed again once the move is smaller', async () => {
    const first = await begin(make());
    const person = await ada(first);
    trade(first, 1, '1.000');
    await person.when(UP_3, { informing: 'ALWAYS' });
    await holds(first, 1);
    trade(first, 1, '1.000');
    trade(first, 1, '1.030');
    await until(async () => expect(await person.firings()).toHaveLength(1));
    await end(first);
    const second = await begin(make({ feed: first.feed }));
    await holds(second, 1);
    trade(second, 10, '1.100');
    trade(second, 55, '1.100');
    trade(second, 10, '1.100');
    trade(second, 1, '1.1331');
    await until(async () => expect(await person.firings()).toHaveLength(2));
    await end(second);
  });

  it('is taken back by deleting it or switching it off, and armed anew by switching it on', async () => {
    const server = await begin(make());
    const person = await ada(server);
    const [gone, off] = [await person.when(UP_3), await person.when(UP_3)];
    await holds(server, 2);
    await person.remove(gone.id);
    await person.change(off.id, { active: false });
    await holds(server, 0);
    await person.change(off.id, { active: true });
    await holds(server, 1);
    trade(server, 1, '1.000');
    trade(server, 1, '1.031');
    await until(async () => expect((await person.firings()).map(({ alertId }) => alertId)).toEqual([off.id]));
    await end(server);
  });
});

describe('K-11 after a gap', () => {
  it('a move, a volume, a crossing and a line that were missed fire late, with the time of the market', async () => {
    const server = await begin(make());
    const person = await ada(server);
    const begun = Math.floor(time.now / HOUR) * HOUR + HOUR;
    for (let minute = -400; minute < 0; minute += 1)
      server.feed.past('XRPUSDT', minute % 2 === 0 ? '1.000' : '1.001', begun + minute * MINUTE);
    time.now = begun;
    trade(server, 0, '1.000');
    const move = await person.when(UP_3);
    const volume = await person.when({ kind: 'volume', factor: 4, bars: 5, interval: '1m' });
    const rsi = await person.when({ kind: 'rsi', length: 2, level: 90, direction: 'up', interval: '1m' });
    const line = await person.when({
      kind: 'trendline',
      from: { time: begun, price: 1.02 },
      to: { time: begun + HOUR, price: 1.03 },
      straightIn: 'price',
      until: begun + HOUR,
      direction: 'up',
    });
    await holds(server, 4);
    // The first bar after an alert was armed sets its side.
    trade(server, 60, '0.999');
    trade(server, 60, '1.000');
    server.feed.cut();
    server.feed.quantity = 10;
    trade(server, 1, '1.035');
    const missed = time.now;
    server.feed.quantity = 1;
    trade(server, 59, '1.034');
    trade(server, 600, '1.0341');
    server.feed.heal();
    await until(async () => expect(await person.firings()).toHaveLength(4));
    const found = new Map((await person.firings()).map((one) => [one.alertId, one]));
    expect([...found.values()].every(({ late }) => late)).toBe(true);
    expect(found.get(move.id)?.crossedAt).toBe(missed);
    expect(found.get(line.id)?.crossedAt).toBe(missed);
    const bar = Math.floor(missed / MINUTE) * MINUTE;
    expect([found.get(volume.id)?.crossedAt, found.get(rsi.id)?.crossedAt]).toEqual([bar + MINUTE - 1, bar + MINUTE]);
    await end(server);
  });

  it('nothing fires for what was before it was armed, nor again for what fired', async () => {
    const server = await begin(make());
    const person = await ada(server);
    trade(server, 1, '1.000');
    trade(server, 1, '1.040');
    await person.when(UP_3, { informing: 'ALWAYS' });
    await holds(server, 1);
    server.feed.heal();
    await holds(server, 1);
    trade(server, 120, '1.040');
    trade(server, 1, '1.080');
    await until(async () => expect(await person.firings()).toHaveLength(1));
    server.feed.heal();
    await holds(server, 1);
    trade(server, 1, '1.080');
    await person.when(UP_3);
    await holds(server, 2);
    expect(await person.firings()).toHaveLength(1);
    await end(server);
  });

  it('K-11 a reading that is refused for want of requests is repeated and is no error; one without an answer is', async () => {
    const feed = priceFeed(['XRPUSDT']);
    const { candles } = feed;
    const refusal = { outcome: 'rejected', code: -1003, message: 'Not sent.', sentence: '', retryAfter: 5 } as const;
    const refusals = [refusal];
    const limited = (query: Parameters<typeof candles>[0]) => {
      const refused = refusals.pop();
      return refused ? Promise.resolve(refused) : candles(query);
    };
    const server = await begin(make({ feed: Object.assign(feed, { candles: limited }) }));
    const person = await ada(server);
    await person.when(UP_3);
    await holds(server, 1);
    feed.failCandles(1);
    feed.heal();
    await holds(server, 1);
    const logged = server.lines.filter((line) => line.includes('missed could not be read'));
    expect(logged.map((line) => /"level":(\d+)/.exec(line)?.[1])).toEqual(['40', '50']);
    await end(server);
  });

  it('K-5: a bar that ended while no server ran counts once, with its side from before', async () => {
    const first = await begin(make());
    const person = await ada(first);
    const begun = Math.floor(time.now / HOUR) * HOUR + HOUR;
    for (let minute = -400; minute < 0; minute += 1)
      first.feed.past('XRPUSDT', minute % 2 === 0 ? '1.000' : '1.001', begun + minute * MINUTE);
    time.now = begun;
    trade(first, 0, '1.000');
    await person.when({ kind: 'price-ema', length: 10, direction: 'either', interval: '1m' }, { informing: 'ALWAYS' });
    await holds(first, 1);
    trade(first, 60, '1.100');
    trade(first, 60, '1.100');
    await end(first);
    trade(first, 60, '0.900');
    trade(first, 60, '0.900');
    const second = await begin(make({ feed: first.feed }));
    await until(async () => expect(await person.firings()).toHaveLength(2));
    await end(second);
    const third = await begin(make({ feed: first.feed }));
    await holds(third, 1);
    expect((await person.firings()).map(({ crossedAt, late }) => [(crossedAt - begun) / MINUTE, late])).toEqual([
      [2, false],
      [4, true],
    ]);
    await end(third);
  });
});

describe('K-10 a turn whose pairs are looked at in slices', () => {
  const NAMES = ['XRPUSDT', 'BTCUSDT', 'ETHUSDT'];
  const EACH: Condition[] = [
    { kind: 'price-ema', length: 10, direction: 'down', interval: '1m' },
    { kind: 'rsi', length: 2, level: 50, direction: 'down', interval: '1m' },
  ];
  const everywhere = ({ feed }: AlertServer, price: string) => {
    for (const name of NAMES) feed.trade(name, price, time.now);
  };

  /** Two alerts on each pair, all of which wait for the end of a bar that has just ended. */
  async function atTheEnd() {
    const server = await begin(make({ feed: priceFeed(NAMES) }));
    const person = await ada(server);
    const begun = Math.floor(time.now / HOUR) * HOUR + HOUR;
    for (const name of NAMES)
      for (let minute = -400; minute < 0; minute += 1)
        server.feed.past(name, minute % 2 === 0 ? '1.000' : '1.001', begun + minute * MINUTE);
    time.now = begun;
    everywhere(server, '1.000');
    for (const name of NAMES)
      for (const condition of EACH) await person.when(condition, { symbol: `${name.slice(0, 3).toLowerCase()}_usdt` });
    await holds(server, NAMES.length * EACH.length);
    for (const price of ['1.000', '1.100', '0.900']) {
      everywhere(server, price);
      time.now += MINUTE;
    }
    return { server, person, end: time.now };
  }

  /** Each pair in a slice of its own; what was fired by then, by the alerts' numbers. */
  function slices() {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += MINUTE));
    const fire = vi.spyOn(Firer.prototype, 'fire');
    const fired = () => fire.mock.calls.map(([{ num }]) => num);
    const dispose = () => {
      clock.mockRestore();
      fire.mockRestore();
    };
    return { fired, clock, [Symbol.dispose]: dispose };
  }

  it('fires all of them, in order', async () => {
    const { server, person } = await atTheEnd();
    using seen = slices();
    time.now += 3 * SECOND;
    await server.conditions.tick();
    expect(seen.fired()).toHaveLength(6);
    expect(seen.fired()).toEqual(seen.fired().toSorted((one, other) => one - other));
    await until(async () => expect(await person.firings()).toHaveLength(6));
    await end(server);
  });

  it.each(['after', 'before'])('K-2 the process ends in the middle, %s what had fired was written', async (when) => {
    const { server, person, end: ended } = await atTheEnd();
    using seen = slices();
    if (when === 'before')
      server.notifications.queueAlertDeliveries = () => Promise.reject(new Error('The process has ended.'));
    time.now += 3 * SECOND;
    const turn = server.conditions.tick();
    const stopped = end(server);
    await Promise.all([turn, stopped]);
    seen.clock.mockRestore();
    const first = seen.fired();
    expect(first).toHaveLength(2);
    expect(await person.firings()).toHaveLength(when === 'after' ? 2 : 0);
    const second = await begin(make({ feed: server.feed }));
    await until(async () => expect(await person.firings()).toHaveLength(6));
    const again = seen.fired().slice(first.length);
    const written = when === 'after' ? first : [];
    const all = [...written, ...again];
    expect(new Set(all).size).toBe(6);
    expect(all).toHaveLength(6);
    for (let pair = 0; pair < all.length; pair += 2) expect(all[pair + 1]).toBe(Number(all[pair]) + 1);
    expect(new Set((await person.firings()).map(({ crossedAt }) => crossedAt))).toEqual(new Set([ended]));
    await second.conditions.tick();
    everywhere(second, '0.900');
    await end(second);
    const third = await begin(make({ feed: server.feed }));
    await holds(third, 0);
    expect(await person.firings()).toHaveLength(6);
    await end(third);
  });
});
