import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { alertWorld } from '../../../../tests/factories/alert-world.ts';
import { until } from '../../../../tests/setup/until.ts';

const { time, ground, start, stop, begin, owner, prices, known } = alertWorld();

describe('the engine', () => {
  it('fires a crossing once, tells the pages and writes down what happened', async () => {
    const server = await start();
    const ada = await owner(server);
    const alert = await ada.add('0.53', { comment: 'sell' });
    await known(server);
    prices(server, '0.5298');
    const crossedAt = time.now + 1_000;
    prices(server, '0.5301', '0.5299', '0.5302');
    await until(() => expect(ada.reported).toHaveLength(1));
    expect(ada.reported[0]).toMatchObject({
      topic: 'alert-price-executed',
      body: { id: alert.id, market: 'BINANCE', symbol: 'XRP_USDT', price: 0.53, executed: true, active: false },
    });
    expect(await ada.firings()).toEqual([{ alertId: alert.id, price: '0.530100000000000000', late: false, crossedAt }]);
    expect(await ada.list()).toMatchObject([{ active: false, executed: true, seen: false, late: false }]);
    await until(async () => {
      const rows = await ground().database
        .sql`select channel, state, attempts from deliveries where user_id = ${ada.userId}`;
      expect(rows).toEqual([{ channel: 'live', state: 'sent', attempts: 1 }]);
    });
  });

  it('knows an alert as soon as it is added, changed, switched or deleted', async () => {
    const server = await start();
    const ada = await owner(server);
    const [moved, deleted, off, on] = [
      await ada.add('0.53'),
      await ada.add('0.53'),
      await ada.add('0.53'),
      await ada.add('0.53', { active: false }),
    ];
    await ada.change(moved.id, { price: new Big('0.63') });
    await ada.remove(deleted.id);
    await ada.change(off.id, { active: false });
    await ada.change(on.id, { active: true });
    await known(server);
    prices(server, '0.52', '0.54');
    await until(async () => expect(await ada.firings()).toHaveLength(1));
    prices(server, '0.64');
    await until(async () => expect(await ada.firings()).toHaveLength(2));
    expect((await ada.firings()).map(({ alertId }) => alertId)).toEqual([on.id, moved.id]);
  });

  it('rings an ALWAYS alert again after its rest, also over a restart', async () => {
    const first = await start();
    const ada = await owner(first);
    await ada.add('0.53', { informing: 'ALWAYS' });
    await known(first);
    prices(first, '0.52', '0.54', '0.52', '0.54');
    await until(async () => expect(await ada.firings()).toHaveLength(1));
    time.now += 60_000;
    prices(first, '0.52');
    await stop(first);
    const second = await start({ feed: first.feed });
    prices(second, '0.54');
    await until(async () => expect(await ada.firings()).toHaveLength(2));
    expect(await ada.list()).toMatchObject([{ active: true, executed: true }]);
  });

  it('restsUntil: an ALWAYS alert that fired still rests after a restart, to the end of its minute', async () => {
    const first = await start();
    const ada = await owner(first);
    await ada.add('0.53', { informing: 'ALWAYS' });
    await known(first);
    prices(first, '0.52', '0.54');
    await until(async () => expect(await ada.firings()).toHaveLength(1));
    await stop(first);
    const second = await start({ feed: first.feed });
    prices(second, '0.52', '0.54', '0.52');
    await known(second, ['0.521', '0.522', '0.523']);
    expect(await ada.firings()).toHaveLength(1);
    time.now += 60_000;
    prices(second, '0.52', '0.54');
    await until(async () => expect(await ada.firings()).toHaveLength(2));
  });

  it('restsUntil: a rest is kept where the alert fired in the very moment of its arming', async () => {
    const first = await start();
    const ada = await owner(first);
    const { id } = await ada.add('0.53', { informing: 'ALWAYS' });
    await known(first);
    prices(first, '0.52', '0.54');
    await until(async () => expect(await ada.firings()).toHaveLength(1));
    await stop(first);
    await ground().database.sql`update alerts set armed_at = executed_at where id = ${id}`;
    const second = await start({ feed: first.feed });
    prices(second, '0.52', '0.54', '0.52');
    await known(second, ['0.521', '0.522', '0.523']);
    expect(await ada.firings()).toHaveLength(1);
  });

  it('fires each of 200 alerts once with three engines on one database (A-03)', async () => {
    const first = await start();
    const others = [await start({ feed: first.feed }), await start({ feed: first.feed })];
    const ada = await owner(first);
    for (let count = 0; count < 200; count += 1) await ada.add('0.53');
    // The others hear of the alerts only when they read them: theirs is another bus.
    for (const other of others) {
      await stop(other);
      await begin(other);
    }
    await known(first);
    prices(first, '0.52', '0.54', '0.52', '0.54');
    await until(async () => expect(await ada.firings()).toHaveLength(200), { timeout: 20_000 });
    for (const server of [first, ...others]) await stop(server);
    expect(await ada.firings()).toHaveLength(200);
    const [{ count }] = (await ground().database.sql`
      select count(*)::int from deliveries where user_id = ${ada.userId}`) as unknown as [{ count: number }];
    expect(count).toBe(200);
  });
});

describe('a crossing that was not watched', () => {
  it('while the line was cut fires late, once, stamped with the time of the market (A-02)', async () => {
    const server = await start();
    const ada = await owner(server);
    const spike = await ada.add('0.53');
    await ada.add('0.60');
    await known(server);
    prices(server, '0.52');
    server.feed.cut();
    prices(server, '0.521', '0.54');
    const crossedAt = time.now;
    prices(server, '0.52');
    server.feed.failCandles(1);
    server.feed.heal();
    prices(server, '0.521');
    await until(async () => expect(await ada.firings()).toHaveLength(1));
    expect(await ada.firings()).toMatchObject([{ alertId: spike.id, late: true, crossedAt }]);
    prices(server, '0.59', '0.61');
    await until(async () => expect(await ada.firings()).toHaveLength(2));
    expect((await ada.firings())[1]).toMatchObject({ late: false });
  });

  it('within the second of the cut and of the healing is found as well', async () => {
    const server = await start();
    const ada = await owner(server);
    await ada.add('0.53');
    await known(server);
    time.now = Math.ceil(time.now / 1_000) * 1_000 + 1_000;
    server.feed.trade('XRPUSDT', '0.52', time.now + 100);
    server.feed.cut();
    server.feed.trade('XRPUSDT', '0.54', time.now + 200);
    server.feed.trade('XRPUSDT', '0.52', time.now + 300);
    time.now += 400;
    server.feed.heal();
    server.feed.trade('XRPUSDT', '0.521', time.now + 10);
    await until(async () => expect(await ada.firings()).toMatchObject([{ late: true }]));
  });

  it('while the server was down fires at the next start, and what the watched prices did before does not fire again', async () => {
    const first = await start();
    const ada = await owner(first);
    await known(first);
    prices(first, '0.56', '0.54');
    const alert = await ada.add('0.55');
    await known(first, ['0.541', '0.542', '0.543']);
    prices(first, '0.54', '0.541');
    await stop(first);
    prices(first, '0.545');
    const second = await start({ feed: first.feed });
    prices(second, '0.546');
    await stop(second);
    expect(await ada.firings()).toEqual([]);
    prices(first, '0.56', '0.54');
    const third = await start({ feed: first.feed });
    await until(async () => expect(await ada.firings()).toMatchObject([{ alertId: alert.id, late: true }]));
    await until(async () => expect((await ada.list())[0]).toMatchObject({ late: true, active: false }));
    await stop(third);
  });

  it('in the second that was evaluated last fires after a restart at its own time, and what came before it or its arming does not', async () => {
    const first = await start();
    const ada = await owner(first);
    const spike = await ada.add('0.53');
    const second = time.now + 1_000;
    const trade = (ms: number, price: string, symbol = 'XRPUSDT') => {
      time.now = second + ms;
      first.feed.trade(symbol, price, time.now);
    };
    await until(() => expect(first.engine.size).toBe(1));
    trade(100, '0.56');
    await ada.add('0.55');
    await until(() => expect(first.engine.size).toBe(2));
    trade(150, '0.522');
    trade(200, '0.52');
    await stop(first);
    trade(500, '0.54');
    trade(550, '0.535', 'BTCUSDT');
    time.now = second + 600;
    const other = await ada.add('0.53', { symbol: 'btc_usdt' });
    trade(650, '0.522');
    await ada.add('0.521');
    trade(800, '0.52');
    for (const [ms, price] of [
      [700, '0.52'],
      [850, '0.54'],
      [900, '0.52'],
    ] as const)
      trade(ms, price, 'BTCUSDT');
    for (let restart = 0; restart < 2; restart += 1) {
      time.now = second + 2_000 + restart * 1_000;
      const again = await start({ feed: first.feed });
      await until(async () => expect((await ada.firings()).length).toBeGreaterThanOrEqual(2));
      await stop(again);
    }
    expect(await ada.firings()).toMatchObject([
      { alertId: spike.id, price: '0.540000000000000000', late: true, crossedAt: second + 500 },
      { alertId: other.id, price: '0.540000000000000000', late: true, crossedAt: second + 850 },
    ]);
  });

  it('over hours is found from coarser candles', async () => {
    const first = await start();
    const ada = await owner(first);
    const alert = await ada.add('0.53');
    await known(first);
    prices(first, '0.52');
    await stop(first);
    time.now += 3_600_000;
    prices(first, '0.54', '0.52');
    time.now += 5 * 86_400_000;
    prices(first, '0.521');
    await start({ feed: first.feed });
    await until(async () => expect(await ada.firings()).toMatchObject([{ alertId: alert.id, late: true }]));
    // No level lay among the prices of the second in which it stopped.
    expect(first.feed.tradesAsked()).toBe(0);
  });

  it('from before an alert was armed never fires it (A-04)', async () => {
    const server = await start();
    const ada = await owner(server);
    await known(server);
    prices(server, '0.52');
    server.feed.cut();
    prices(server, '0.54', '0.52');
    time.now += 1_000;
    await ada.add('0.53');
    prices(server, '0.52');
    server.feed.heal();
    await known(server, ['0.521', '0.522', '0.523']);
    expect(await ada.firings()).toEqual([]);
  });
});
