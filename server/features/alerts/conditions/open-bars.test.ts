import { Big } from 'big.js';
import { expect, it } from 'vitest';
import type { Condition, ConditionOf } from '#contracts/alert-conditions.ts';
import { rsi } from '#contracts/rules/series/oscillators.ts';
import { HOUR, MINUTE, SECOND } from '#contracts/rules/time.ts';
import { alertWorld } from '../../../../tests/factories/alert-world.ts';
import { conditionRow, DAY_START } from '../../../../tests/factories/condition-row.ts';
import { dice } from '../../../../tests/factories/episode-weather.ts';
import type { AlertServer } from '../../../../tests/factories/watched-alerts.ts';
import { until } from '../../../../tests/setup/until.ts';
import { restAfterFiring } from '../../../domain/conditions/bar-rules.ts';
import { type SeriesSide, sideOf } from '../../../domain/conditions/series-crossing.ts';
import { AlertTable } from '../levels/alert-table.ts';
import { presentPush } from '../alerts.presenter.ts';
import { type FiredAt, PairConditions } from './pair-conditions.ts';

const { time, make, stop, owner } = alertWorld();
const AT_CLOSE: ConditionOf<'price-ema'> = { kind: 'price-ema', length: 10, direction: 'up', interval: '1m' };
const DURING: Condition = { ...AT_CLOSE, duringBar: true };
const LEVEL = 50;
/** K-6, of an RSI of 2. */
const WARM_UP = 300;
const STRENGTH: ConditionOf<'rsi'> = { kind: 'rsi', length: 2, level: LEVEL, direction: 'up', interval: '1m' };

async function begin(server: AlertServer): Promise<AlertServer> {
  server.conditions.start();
  server.deliveries.start();
  await until(() => expect(server.conditions.isCaughtUp).toBe(true));
  return server;
}
async function endServer(server: AlertServer): Promise<void> {
  await server.conditions.stop();
  await stop(server);
}
const holds = ({ conditions }: AlertServer, count: number) =>
  until(() => expect([conditions.size, conditions.isCaughtUp]).toEqual([count, true]));

/** A server whose bars are known, a person, and trades by seconds after a full hour. */
async function atTheHour() {
  const server = await begin(make());
  const person = await owner(server);
  const begun = Math.floor(time.now / HOUR) * HOUR + HOUR;
  for (let minute = -400; minute < 0; minute += 1)
    server.feed.past('XRPUSDT', minute % 2 === 0 ? '1.000' : '1.001', begun + minute * MINUTE);
  const trade = (seconds: number, price: string) => {
    time.now = begun + seconds * SECOND;
    server.feed.trade('XRPUSDT', price, time.now);
  };
  trade(0, '1.000');
  const when = (condition: Condition, informing: 'ONLY_ONCE' | 'ALWAYS' = 'ALWAYS') =>
    person.add('1', { price: undefined, type: undefined, condition, informing });
  return { server, person, begun, trade, when };
}

/** What an alert on an RSI of 2 fires, as K-2 says it: the ends of bars before a trade, and the trade, one after the other. */
function asSaid() {
  const indicator = rsi(2);
  const fired: number[] = [];
  let [bars, end, price, value] = [0, -Infinity, NaN, NaN];
  let [side, restsUntil]: [SeriesSide, number | null] = ['none', null];
  const judge = (now: number, next: number | null): void => {
    if (bars < WARM_UP || next === null) return;
    if (restsUntil !== null && restsUntil <= now) [side, restsUntil] = [sideOf(value, LEVEL), null];
    value = next;
    const found = sideOf(value, LEVEL);
    if (restsUntil !== null || found === 'none') return;
    if (side === 'below' && found === 'above') {
      fired.push(now);
      restsUntil = restAfterFiring({ time: now, length: MINUTE });
    }
    side = found;
  };
  const take = (now: number, next: number): void => {
    if (end === -Infinity) end = (Math.floor(now / MINUTE) + 1) * MINUTE;
    for (; now >= end; end += MINUTE) {
      judge(end, indicator.add(price));
      bars += 1;
    }
    price = next;
    judge(now, indicator.preview(price));
  };
  const arm = (): void => {
    [side, restsUntil] = ['none', null];
  };
  return { take, arm, fired };
}

it('K-2: during bars an alert follows each trade, fires once a bar at most, and takes its side anew after its rest', () => {
  const closes: number[] = [];
  const found: number[] = [];
  const foundRearmed: number[] = [];
  const note = ({ num }: { num: number }, { time: at, duringBar }: FiredAt) => {
    [closes, found, foundRearmed][num]?.push(at);
    if (num === 0) expect([duringBar, at % MINUTE]).toEqual([false, 0]);
  };
  const pair = new PairConditions({ table: new AlertTable(), onFired: note });
  const [said, rearmed] = [asSaid(), asSaid()];
  const upsert = (num: number) => pair.upsert(conditionRow(num, { ...STRENGTH, duringBar: num > 0 }));
  for (const num of [0, 1, 2]) upsert(num);
  const { between, chance } = dice('open bars');
  for (let now = DAY_START; now < DAY_START + 2_000 * MINUTE; now += between(1, 40) * SECOND) {
    // Sometimes nothing is traded for a while.
    if (chance(0.01)) now += between(1, 5) * MINUTE;
    const price = between(9_990, 10_010) / 100;
    if (chance(0.05)) {
      upsert(2);
      rearmed.arm();
    }
    pair.take({ time: now, price, late: false });
    for (const one of [said, rearmed]) one.take(now, price);
  }
  expect(found.length).toBeGreaterThan(300);
  expect(found).toEqual(said.fired);
  expect(foundRearmed).toEqual(rearmed.fired);
  expect(foundRearmed).not.toEqual(found);
  const bars = found.map((at) => Math.floor(at / MINUTE));
  expect(new Set(bars).size).toBe(bars.length);
  expect(closes.length).toBeGreaterThan(100);
  for (const num of [0, 1, 2]) pair.remove(num);
  expect(pair.size).toBe(0);
});

it('K-2: what fires during a bar says so on open pages, in its notice and in the log; without the tick it fires at the close', async () => {
  const { server, person, begun, trade, when } = await atTheHour();
  const [during, atClose] = [await when(DURING), await when(AT_CLOSE)];
  await holds(server, 2);
  trade(10, '0.999');
  trade(61, '0.999');
  trade(70, '1.100');
  await until(async () => expect(await person.firings()).toHaveLength(1));
  trade(75, '0.900');
  trade(80, '1.100');
  trade(121, '1.100');
  await until(async () => expect(await person.firings()).toHaveLength(2));
  expect((await person.firings()).map(({ alertId, crossedAt }) => [alertId, (crossedAt - begun) / SECOND])).toEqual([
    [during.id, 70],
    [atClose.id, 120],
  ]);
  const logOf = async ({ id: alertId }: { id: string }) =>
    (await server.alerts.readLog({ userId: person.userId, alertId, page: 0 }))?.content;
  expect(await logOf(during)).toMatchObject([{ duringBar: true, late: false }]);
  expect(await logOf(atClose)).toMatchObject([{ duringBar: false }]);
  await until(() => expect(person.reported).toHaveLength(2));
  expect(person.reported.map(({ body }) => [body['id'], body['duringBar']])).toEqual([
    [during.id, true],
    [atClose.id, undefined],
  ]);
  const about = { row: during, firingId: '1', price: new Big('1.1'), crossedAt: begun, late: false, note: null };
  const bodyOf = (duringBar: boolean) =>
    presentPush({ ...about, duringBar, unseen: 1, publicUrl: '', heldAt: null }).notification.body;
  expect(bodyOf(false)).toBe('It is at 1.1.');
  expect(bodyOf(true)).toBe('It is at 1.1. The alert fired during the bar and may be taken back when the bar closes.');
  await endServer(server);
});

it('K-2: after a restart an alert does not fire again in the bar that it fired in, and a gap is judged by closes', async () => {
  const { server, person, begun, trade, when } = await atTheHour();
  await when(DURING);
  await holds(server, 1);
  trade(1, '0.999');
  trade(10, '1.100');
  await until(async () => expect(await person.firings()).toHaveLength(1));
  await endServer(server);
  const second = await begin(make({ feed: server.feed }));
  await holds(second, 1);
  trade(20, '0.900');
  trade(30, '1.100');
  trade(110, '0.900');
  expect(await person.firings()).toHaveLength(1);
  server.feed.cut();
  trade(125, '1.100');
  trade(130, '0.900');
  trade(190, '1.100');
  trade(250, '1.100');
  server.feed.heal();
  await until(async () => expect(await person.firings()).toHaveLength(2));
  const [, missed] = await person.firings();
  expect([missed?.crossedAt, missed?.late]).toEqual([begun + 240 * SECOND, true]);
  await endServer(second);
});
