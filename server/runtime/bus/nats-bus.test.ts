import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { natsServer } from '../../../tests/doubles/nats-server.ts';
import type { Bus } from './bus.ts';
import { natsBus } from './nats-bus.ts';
import { createLog } from '../../lib/log.ts';
import { until } from '../../../tests/setup/until.ts';

const log = createLog('silent');
let server: Awaited<ReturnType<typeof natsServer>>;
let one: Bus;
let other: Bus;

beforeAll(async () => {
  server = await natsServer();
  [one, other] = await Promise.all([natsBus({ url: server.url, log }), natsBus({ url: server.url, log })]);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await server.stop();
});

const receive = (bus: Bus, subject: string) => {
  const received: unknown[] = [];
  const stop = bus.subscribe(subject, (body, from) => void received.push([from, body]));
  return { received, stop };
};
/** Until what `from` says arrives at `to`: NATS has its subscriptions then. */
async function linked(from: Bus, to: Bus) {
  const probe = receive(to, 'probe');
  await until(() => {
    from.publish('probe', 1);
    expect(probe.received.length).toBeGreaterThan(0);
  });
  probe.stop();
}

describe('the bus over NATS', () => {
  it('reaches every process once, this one at once', async () => {
    const here = receive(one, 'tick.binance.>');
    const there = receive(other, 'tick.binance.>');
    await linked(one, other);
    one.publish('tick.binance.XRPUSDT', { price: '0.5' });
    expect(here.received).toEqual([['tick.binance.XRPUSDT', { price: '0.5' }]]);
    one.publish('tick.bybit.XRPUSDT', {});
    one.publish('tick.binance.LAST', {});
    await until(() => expect(there.received).toHaveLength(2));
    expect(there.received).toEqual([
      ['tick.binance.XRPUSDT', { price: '0.5' }],
      ['tick.binance.LAST', {}],
    ]);
    expect(here.received).toEqual(there.received);
    there.stop();
    here.stop();
    one.publish('tick.binance.MORE', {});
    await linked(one, other);
    expect(there.received).toHaveLength(2);
    expect(here.received).toHaveLength(2);
  });

  it('a listener that throws costs the others nothing', async () => {
    const stop = one.subscribe('user.x', () => {
      throw new Error('a bug');
    });
    const after = receive(one, 'user.x');
    await linked(other, one);
    other.publish('user.x', 1);
    one.publish('user.x', 2);
    await until(() => expect(after.received).toHaveLength(2));
    stop();
    after.stop();
  });

  it('what is published while it closes is lost without an error', async () => {
    const closing = await natsBus({ url: server.url, log });
    const closed = closing.close();
    await Promise.resolve();
    closing.publish('user.z', 1);
    expect(await closing.isConnected()).toBe(false);
    await closed;
    closing.publish('user.z', 2);
  });

  it('is not connected while NATS does not answer on an open connection', async () => {
    onTestFinished(server.resume);
    server.suspend();
    await until(async () => expect(await one.isConnected()).toBe(false));
    server.resume();
    await until(async () => expect(await one.isConnected()).toBe(true));
  });

  it('works on within the process while NATS is away, and reports the gap when it is back', async () => {
    let gaps = 0;
    other.onGap(() => {
      gaps += 1;
    });
    const here = receive(one, 'user.y');
    const there = receive(other, 'user.y');
    expect(await one.isConnected()).toBe(true);
    await server.stop();
    await until(async () => expect(await one.isConnected()).toBe(false));
    one.publish('user.y', 'away');
    expect(here.received).toEqual([['user.y', 'away']]);
    await server.start();
    await until(() => expect(gaps).toBe(1), { timeout: 20_000 });
    await until(
      () => {
        one.publish('user.y', 'back');
        expect(there.received.at(-1)).toEqual(['user.y', 'back']);
      },
      { timeout: 20_000, interval: 100 },
    );
    expect(await one.isConnected()).toBe(true);
  });
});
