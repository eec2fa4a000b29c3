import { Big } from 'big.js';
import { describe, expect, it, vi } from 'vitest';
import type { ConditionOf } from '#contracts/alert-conditions.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#contracts/rules/time.ts';
import { alertWorld } from '../../../../tests/factories/alert-world.ts';
import type { AlertServer } from '../../../../tests/factories/watched-alerts.ts';

const { time, ground, make, owner } = alertWorld();
const level = { price: undefined, type: undefined };
const ALL = [0, 1, 2, 3, 4, 5, 6];

const daily = (at: number): ConditionOf<'time'> => ({
  kind: 'time',
  time: { kind: 'weekly', minute: Math.floor((at % DAY) / MINUTE), days: ALL, zone: 'UTC' },
});
const once = (at: number): ConditionOf<'time'> => ({ kind: 'time', time: { kind: 'once', at, zone: 'UTC' } });
const listing = (
  coin: string | null,
  events: ConditionOf<'listing'>['events'] = ['listed', 'trading', 'halted', 'delisted'],
): ConditionOf<'listing'> => ({ kind: 'listing', coin, events });

async function ada(server: AlertServer) {
  const one = await owner(server);
  return {
    ...one,
    when: (condition: ConditionOf<'time' | 'listing'>, more: Parameters<typeof one.add>[1] = {}) =>
      one.add('1', {
        ...level,
        condition,
        ...(condition.kind === 'listing' ? { symbol: undefined } : {}),
        ...more,
      }),
    notes: async () => {
      const rows = await ground().database.sql`
        select note from firings where user_id = ${one.userId} order by crossed_at, note`;
      return rows.map(({ note }) => note as string | null);
    },
    told: async () => {
      const [{ count }] = (await ground().database.sql`
        select count(distinct firing_id)::int as count from deliveries where user_id = ${one.userId}`) as unknown as [
        { count: number },
      ];
      return count;
    },
  };
}

describe('K-8 an alert at a time', () => {
  it('K-8 fires within a second by its own timer, and not before', async () => {
    const server = make();
    const person = await ada(server);
    const due = Math.floor(time.now / MINUTE) * MINUTE + 5 * MINUTE;
    await person.when(daily(due));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const looks = vi.spyOn(server.occasions, 'clock');
    const inASecond = async () => {
      looks.mockClear();
      vi.advanceTimersByTime(SECOND);
      expect(looks).toHaveBeenCalled();
      await Promise.all(looks.mock.results.map(({ value }) => value));
      return (await person.firings()).map(({ crossedAt }) => crossedAt);
    };
    server.occasions.start();
    time.now = due - 1;
    expect(await inASecond()).toEqual([]);
    time.now = due;
    expect(await inASecond()).toEqual([due]);
    await server.occasions.stop();
    vi.useRealTimers();
  });

  it('K-8 fires with the price of then, and comes again the next day', async () => {
    const server = make();
    const person = await ada(server);
    server.market.price = new Big('0.52');
    const due = Math.floor(time.now / MINUTE) * MINUTE + 5 * MINUTE;
    await person.when(daily(due), { informing: 'ALWAYS' });
    time.now = due - 1;
    await server.occasions.clock();
    expect(await person.firings()).toEqual([]);
    time.now = due;
    await server.occasions.clock();
    await server.occasions.clock();
    expect(await person.firings()).toMatchObject([{ price: '0.520000000000000000', crossedAt: due, late: false }]);
    time.now = due + DAY;
    server.market.price = null;
    await server.occasions.clock();
    expect(await person.firings()).toMatchObject([{ crossedAt: due }, { crossedAt: due + DAY, price: null }]);
    expect(await person.told()).toBe(2);
    const [row] = await person.list();
    expect([row?.active, row?.dueAt]).toEqual([true, due + 2 * DAY]);
  });

  it('K-8 all that are due fire in one look, however many they are', async () => {
    const server = make();
    const person = await ada(server);
    const due = Math.floor(time.now / MINUTE) * MINUTE + 5 * MINUTE;
    await person.when(daily(due), { informing: 'ALWAYS' });
    const more = 500;
    await ground().database.sql`
      insert into alerts (user_id, id, market, symbol, pair, condition, informing, comment, favorite,
        send_to_telegram, active, armed_at, due_at, created_at, sorted_at)
      select user_id, gen_random_uuid(), market, symbol, pair, condition, informing, comment, favorite,
        send_to_telegram, active, armed_at, due_at, created_at, sorted_at
      from generate_series(1, ${more}), alerts where user_id = ${person.userId}`;
    time.now = due;
    await server.occasions.clock();
    expect(await person.firings()).toHaveLength(1 + more);
  });

  it('that comes once is over then, and cannot be switched on again', async () => {
    const server = make();
    const person = await ada(server);
    const alert = await person.when(once(time.now + HOUR));
    time.now += HOUR;
    await server.occasions.clock();
    expect(await person.list()).toMatchObject([{ active: false, executed: true }]);
    await expect(person.change(alert.id, { active: true })).rejects.toThrow('This time is over. Add another alert.');
    await expect(person.change(alert.id, { informing: 'ALWAYS' })).rejects.toThrow('fires only once');
    await expect(person.when(once(time.now))).rejects.toThrow('Choose a time that is still to come.');
    await expect(person.when(once(time.now + 1), { informing: 'ALWAYS' })).rejects.toThrow('fires only once');
    const nowhere = { kind: 'once' as const, at: time.now + 1, zone: 'Berlin' };
    await expect(person.when({ kind: 'time', time: nowhere })).rejects.toThrow('Berlin is no time zone.');
  });

  it('due while no server ran fires late within an hour, and is only listed after that', async () => {
    const server = make();
    const [soon, later] = [await ada(server), await ada(server)];
    const due = Math.floor(time.now / MINUTE) * MINUTE + 5 * MINUTE;
    await soon.when(daily(due + 30 * MINUTE), { informing: 'ALWAYS' });
    await later.when(daily(due), { informing: 'ALWAYS' });
    time.now = due + 90 * MINUTE;
    await server.occasions.clock();
    expect([await soon.firings(), await later.firings()]).toMatchObject([
      [{ crossedAt: due + 30 * MINUTE, late: true }],
      [{ crossedAt: due, late: true }],
    ]);
    expect([await soon.told(), await later.told()]).toEqual([1, 0]);
  });

  it('switched off it is silent, and switched on it waits for the next time', async () => {
    const server = make();
    const person = await ada(server);
    const due = Math.floor(time.now / MINUTE) * MINUTE + 5 * MINUTE;
    const { id } = await person.when(daily(due), { informing: 'ALWAYS' });
    await person.change(id, { active: false });
    time.now = due + MINUTE;
    await server.occasions.clock();
    await person.change(id, { active: true });
    await server.occasions.clock();
    expect(await person.firings()).toEqual([]);
    expect((await person.list())[0]?.dueAt).toBe(due + DAY);
  });
});

describe('K-9 an alert on listings', () => {
  const pair = (server: AlertServer, symbol: string, status: 'trading' | 'halted' = 'trading') => {
    const [like] = [...server.feed.pairs().values()];
    if (!like) throw new Error('no pair');
    return { ...like, symbol, base: symbol.slice(0, -4), status };
  };

  it('tells each change of its coin, or of any, once, and none of what was there before', async () => {
    const server = make();
    const [any, doge, halts] = [await ada(server), await ada(server), await ada(server)];
    await any.when(listing(null), { informing: 'ALWAYS' });
    time.now += MINUTE;
    await server.occasions.listings();
    await doge.when(listing('DOGE', ['listed', 'trading']));
    await halts.when(listing('XRP', ['halted']));
    await server.occasions.listings();
    expect(await any.firings()).toEqual([]);
    time.now += MINUTE;
    server.market.pairs = [...server.market.pairs, pair(server, 'PEPEUSDT'), pair(server, 'DOGEUSDT', 'halted')];
    await server.occasions.listings();
    await server.occasions.listings();
    expect(await any.notes()).toEqual(['PEPE/USDT is listed', 'PEPE/USDT begins to trade', 'DOGE/USDT is listed']);
    expect(await doge.notes()).toEqual(['DOGE/USDT is listed']);
    time.now += MINUTE;
    server.market.pairs = [pair(server, 'XRPUSDT', 'halted'), pair(server, 'DOGEUSDT'), pair(server, 'PEPEUSDT')];
    await server.occasions.listings();
    expect((await any.notes()).slice(3)).toEqual([
      'XRP/USDT is halted',
      'DOGE/USDT begins to trade',
      'BTC/USDT is delisted',
    ]);
    // Once only.
    expect(await doge.notes()).toEqual(['DOGE/USDT is listed']);
    expect(await halts.notes()).toEqual(['XRP/USDT is halted']);
    expect(await any.told()).toBe(6);
    expect(any.reported.length + doge.reported.length).toBe(0);
  });

  it('a gap loses nothing: another process compares with what was seen last, and tells what was not told', async () => {
    const first = make();
    const person = await ada(first);
    await first.occasions.listings();
    await person.when(listing(null), { informing: 'ALWAYS' });
    time.now += 3 * DAY;
    const second = make();
    second.market.pairs = [...second.market.pairs, pair(second, 'DOGEUSDT', 'halted')];
    await second.occasions.listings();
    expect(await person.notes()).toEqual(['DOGE/USDT is listed']);
    // Its process ended between the firing and its end.
    await ground().database.sql`
      insert into listing_changes (market, at, symbol, coin, event)
      values ('binance', ${time.now}, 'DOGEUSDT', 'DOGE', 'listed'),
             ('binance', ${time.now + SECOND}, 'DOGEUSDT', 'DOGE', 'trading')`;
    const third = make();
    third.market.pairs = second.market.pairs;
    await third.occasions.listings();
    expect(await person.notes()).toEqual(['DOGE/USDT is listed', 'DOGE/USDT begins to trade']);
  });

  it('an answer without pairs says nothing, and a pair that was taken off the list is told as that', async () => {
    const server = make();
    const person = await ada(server);
    await server.occasions.listings();
    await person.when(listing('XRP'), { informing: 'ALWAYS' });
    time.now += MINUTE;
    const before = server.market.pairs;
    server.market.pairs = [];
    await server.occasions.listings();
    expect(await person.firings()).toEqual([]);
    server.market.pairs = before
      .filter(({ symbol }) => symbol !== 'XRPUSDT')
      .concat(Object.assign(pair(server, 'XRPUSDT', 'halted'), { delisted: true as const }));
    await server.occasions.listings();
    expect(await person.notes()).toEqual(['XRP/USDT is delisted']);
  });
});
