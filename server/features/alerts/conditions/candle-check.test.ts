import { expect, it } from 'vitest';
import type { Condition, ConditionOf } from '#contracts/alert-conditions.ts';
import { HOUR, MINUTE, SECOND } from '#contracts/rules/time.ts';
import { alertWorld } from '../../../../tests/factories/alert-world.ts';
import type { AlertServer } from '../../../../tests/factories/watched-alerts.ts';
import { until } from '../../../../tests/setup/until.ts';

const { time, make, stop, owner } = alertWorld();
const UP: ConditionOf<'price-ema'> = { kind: 'price-ema', length: 10, direction: 'up', interval: '1m' };

async function end(server: AlertServer): Promise<void> {
  await server.conditions.stop();
  await stop(server);
}

/** A server whose bars are known, with an alert that fires each time, and trades by seconds after a full hour. */
async function atTheHour(condition: Condition) {
  const server = make();
  server.conditions.start();
  server.deliveries.start();
  await until(() => expect(server.conditions.isCaughtUp).toBe(true));
  const person = await owner(server);
  const begun = Math.floor(time.now / HOUR) * HOUR + HOUR;
  for (let minute = -400; minute < 0; minute += 1)
    server.feed.past('XRPUSDT', minute % 2 === 0 ? '1.000' : '1.001', begun + minute * MINUTE);
  const trade = (seconds: number, price: string, symbol = 'XRPUSDT') => {
    time.now = begun + seconds * SECOND;
    server.feed.trade(symbol, price, time.now);
  };
  /** Traded, but never received. */
  const unseen = (seconds: number, price: string, symbol = 'XRPUSDT') =>
    server.feed.past(symbol, price, begun + seconds * SECOND);
  trade(0, '1.000');
  await person.add('1', { price: undefined, type: undefined, condition, informing: 'ALWAYS' });
  await until(() => expect([server.conditions.size, server.conditions.isCaughtUp]).toEqual([1, true]));
  const linesOf = (text: string) => server.lines.filter((line) => line.includes(text)).length;
  const replaced = () => linesOf('another close');
  /** Looks at the clock until so many times bars of the exchange have replaced ours. */
  const whenReplaced = (times: number) =>
    until(async () => {
      await server.conditions.tick();
      expect([replaced(), server.conditions.isCaughtUp]).toEqual([times, true]);
    });
  const secondsFired = async () => (await person.firings()).map(({ crossedAt }) => (crossedAt - begun) / SECOND);
  return { server, person, trade, unseen, whenReplaced, replaced, secondsFired };
}

it('K-2: the exchange has another close: it replaces ours for what follows, and sides are taken anew without a firing', async () => {
  const { server, trade, unseen, whenReplaced, secondsFired } = await atTheHour(UP);
  trade(30, '0.999');
  unseen(59, '1.100');
  trade(60, '1.110');
  time.now += 15 * SECOND;
  await whenReplaced(1);
  // By our close of the first bar this one would be a crossing.
  trade(119, '1.110');
  trade(121, '0.900');
  trade(181, '1.200');
  trade(241, '1.200');
  await until(async () => expect(await secondsFired()).toEqual([240]));
  await end(server);
});

it('K-2: what fired by our close is not taken back and not fired again where the exchange has another one', async () => {
  const { server, trade, unseen, whenReplaced, secondsFired } = await atTheHour(UP);
  trade(30, '0.999');
  trade(90, '1.100');
  unseen(119, '0.900');
  trade(121, '1.100');
  await until(async () => expect(await secondsFired()).toEqual([120]));
  time.now += 15 * SECOND;
  await whenReplaced(1);
  // After the exchange's close of the bar before, this one is a crossing of its own.
  trade(150, '1.100');
  trade(181, '1.100');
  await until(async () => expect(await secondsFired()).toEqual([120, 180]));
  await end(server);
});

it('K-2: a bar that no trade came after waits for one: reading it again would fire what our close did not', async () => {
  const { server, trade, unseen, whenReplaced, replaced, secondsFired } = await atTheHour(UP);
  trade(30, '0.999');
  trade(90, '0.999');
  unseen(119, '1.100');
  time.now += 45 * SECOND;
  for (let look = 0; look < 3; look += 1) await server.conditions.tick();
  expect(replaced()).toBe(0);
  trade(150, '1.110');
  await whenReplaced(1);
  trade(181, '0.900');
  expect(await secondsFired()).toEqual([]);
  trade(241, '1.200');
  trade(301, '1.200');
  await until(async () => expect(await secondsFired()).toEqual([300]));
  await end(server);
});

it('K-2: after bars were read again, the next pair of the market is compared ten seconds later', async () => {
  const { server, person, trade, unseen, whenReplaced, replaced } = await atTheHour(UP);
  trade(1, '9', 'BTCUSDT');
  const condition: Condition = { kind: 'rsi', length: 2, level: 50, direction: 'up', interval: '1m' };
  await person.add('1', { symbol: 'btc_usdt', price: undefined, type: undefined, condition, informing: 'ALWAYS' });
  await until(() => expect([server.conditions.size, server.conditions.isCaughtUp]).toEqual([2, true]));
  for (const symbol of ['XRPUSDT', 'BTCUSDT']) {
    trade(30, '0.999', symbol);
    unseen(59, '1.100', symbol);
    trade(75, '1.100', symbol);
  }
  await whenReplaced(1);
  for (let look = 0; look < 4; look += 1) await server.conditions.tick();
  time.now += 10 * SECOND - 1;
  await server.conditions.tick();
  expect(replaced()).toBe(1);
  time.now += 1;
  await whenReplaced(2);
  await end(server);
});

it('K-2: a bar that is the same at the exchange is read once, not before it has settled, and nothing is read again', async () => {
  const { server, trade, replaced } = await atTheHour(UP);
  const asked: number[] = [];
  const { candles } = server.feed;
  server.feed.candles = async (query) => {
    asked.push(query.startTime ?? 0);
    return candles(query);
  };
  trade(30, '0.999');
  trade(61, '0.999');
  await server.conditions.tick();
  const bar = time.now - 61 * SECOND;
  expect(asked).not.toContain(bar);
  time.now += 15 * SECOND;
  await until(async () => {
    await server.conditions.tick();
    expect(asked).toContain(bar);
  });
  for (let look = 0; look < 5; look += 1) await server.conditions.tick();
  // Of the bars of before only the last one may not have settled.
  expect([asked, replaced()]).toEqual([[bar - MINUTE, bar], 0]);
  await end(server);
});
