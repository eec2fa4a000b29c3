import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { natsServer } from '../../../tests/doubles/nats-server.ts';
import { type BudgetMember, budgetMember, ORIGIN, sharesOf } from '../../../tests/factories/budget-member.ts';
import { until } from '../../../tests/setup/until.ts';
import { createLog } from '../../lib/log.ts';
import { natsBus } from '../bus/nats-bus.ts';
import { AddressBudget } from './address-budget.ts';
import { createRateBudget } from './rate-budget.ts';

describe('over NATS', () => {
  const log = createLog('silent');
  const QUICK = 50;
  let server: Awaited<ReturnType<typeof natsServer>>;
  beforeAll(async () => {
    server = await natsServer();
  });
  afterAll(() => server.stop());

  /** Each as a process of its own, with a connection of its own. */
  async function join(count: number, roundMs = QUICK) {
    const joined = Array.from({ length: count }, async () => {
      const bus = await natsBus({ url: server.url, log });
      let rounds = 0;
      const isConnected = () => {
        rounds += 1;
        return bus.isConnected();
      };
      const one = budgetMember({ ...bus, isConnected }, { roundMs });
      let isGone = false;
      /** As it is when the process is killed: without a word. */
      const kill = async () => {
        if (isGone) return;
        isGone = true;
        await bus.close();
        one.stop();
      };
      onTestFinished(kill);
      return { ...one, bus, kill, rounds: () => rounds };
    });
    return Promise.all(joined);
  }
  const settled = (members: readonly BudgetMember[], shares: number[]) =>
    until(() => expect(sharesOf(members)).toEqual(shares));

  it('three divide the whole, by what they use', async () => {
    const members = await join(3);
    await settled(members, [0.333333, 0.333333, 0.333333]);
    members[0]?.use(300);
    await settled(members, [0.666666, 0.166666, 0.166666]);
  });

  it('a silence that one was asked for reaches the others before whatever it says next', async () => {
    const members = await join(3);
    await settled(members, [0.333333, 0.333333, 0.333333]);
    const [first, ...others] = members;
    const atNext = others.map(async ({ bus, pausedFor }) => {
      const { promise, resolve } = Promise.withResolvers<number>();
      bus.subscribe('next', () => resolve(pausedFor()));
      await bus.isConnected();
      return () => promise;
    });
    const next = await Promise.all(atNext);
    first?.pause(60_000);
    first?.bus.publish('next', null);
    for (const pausedFor of next) expect(await pausedFor()).toBeGreaterThan(50_000);
  });

  it('while NATS is away each process keeps its last share and counts the others as alive', async () => {
    const members = await join(2);
    members[0]?.use(300);
    await settled(members, [0.75, 0.25]);
    await server.stop();
    for (const { bus } of members) await until(async () => expect(await bus.isConnected()).toBe(false));
    members[0]?.use(0);
    members[1]?.use(300);
    const rounds = members.map(({ rounds: ended }) => ended());
    await until(() => {
      for (const [index, before] of rounds.entries()) expect(members[index]?.rounds()).toBeGreaterThan(before + 8);
    });
    expect(sharesOf(members)).toEqual([0.75, 0.25]);
    members[0]?.pause(60_000);
    await server.start();
    await settled(members, [0.25, 0.75]);
    expect(members[1]?.pausedFor()).toBeGreaterThan(0);
  });

  it('a ban that began while NATS was away is announced as soon as it is back', async () => {
    const [one, other] = await join(2, 3_600_000);
    if (!one || !other) throw new Error('Two have joined.');
    await server.stop();
    for (const { bus } of [one, other]) await until(async () => expect(await bus.isConnected()).toBe(false));
    one.pause(60_000);
    await server.start();
    await until(() => expect(other.pausedFor()).toBeGreaterThan(0));
  });

  it('one that was killed is replaced once it has been silent for five rounds', async () => {
    const [one, other] = await join(2);
    if (!one || !other) throw new Error('Two have joined.');
    await settled([one, other], [0.5, 0.5]);
    await other.kill();
    await settled([one], [1]);
  });

  it('limiters refuse beyond the share, and during the silence of another process', async () => {
    const buses = await Promise.all([natsBus({ url: server.url, log }), natsBus({ url: server.url, log })]);
    const shared = buses.map((bus) => new AddressBudget({ bus, address: '192.0.2.7', roundMs: QUICK }));
    const budgets = shared.map(({ allot }) => createRateBudget(allot));
    onTestFinished(async () => {
      for (const one of shared) one.stop();
      await Promise.all(buses.map((bus) => bus.close()));
    });
    const now = () => 1_800_000_000_000;
    const [one, other] = budgets.map((budget) => budget.weight(ORIGIN).limiter(now));
    if (!one || !other) throw new Error('Both are there.');
    await until(() => expect(budgets.map((budget) => budget.loads()[0]?.share)).toEqual([0.5, 0.5]));
    expect(one.admit(3_000, 'urgent')).toBe(0);
    expect(one.admit(1, 'urgent')).toBeGreaterThan(0);
    expect(other.admit(1, 'urgent')).toBe(0);
    one.pause(60_000);
    await until(() => expect(other.admit(1, 'urgent')).toBeGreaterThan(50_000));
  });
});
