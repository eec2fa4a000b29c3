import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Message, type PaperSocket, openSocket, signedParams } from '../../../../tests/factories/paper-socket.ts';
import { testDatabase } from '../../../../tests/setup/database.ts';
import { until } from '../../../../tests/setup/until.ts';
import { systemClock } from '../../../lib/clock.ts';
import { createLog } from '../../../lib/log.ts';
import type { ExchangeCore } from '../exchange-core.ts';
import { Faults } from '../faults/faults.ts';
import { openCore } from '../open-core.ts';
import { createStreams } from './streams.ts';
import type { StreamTimings } from './timings.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let core: ExchangeCore;
const log = createLog('silent');
beforeAll(async () => {
  database = await testDatabase();
  core = await openCore({ db: database.db, clock: systemClock, log, seed: 1, keepPins: true });
});
afterAll(async () => {
  await core.journal.close();
  await database.close();
});

/** The websockets of an exchange that is quicker, or more patient, than the real one. */
async function listen(timings: Partial<StreamTimings>) {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const faults = new Faults();
  const streams = createStreams({ server, core, faults, log, timings });
  const origin = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    faults,
    stop: () => streams.stop(),
    connections: () => promisify(server.getConnections.bind(server))(),
    market: () => openSocket(`${origin}/stream`),
    api: (options = {}) => openSocket(`${origin}/ws-api/v3`, options),
    close: () => {
      streams.stop();
      server.close();
    },
  };
}
type Exchange = Awaited<ReturnType<typeof listen>>;
const using = async (timings: Partial<StreamTimings>, run: (exchange: Exchange) => Promise<void>) => {
  const exchange = await listen(timings);
  await run(exchange).finally(() => exchange.close());
};
const isShutdown = (message: Message) => (message.data ?? message.event)?.e === 'serverShutdown';

describe('a connection', () => {
  it('is pinged, and lives as long as it answers with what it was sent', () =>
    using({ ping: 50, pongTimeout: 3000 }, async ({ api }) => {
      const client = await api();
      const payloads: string[] = [];
      client.socket.on('ping', (data: Buffer) => payloads.push(data.toString()));
      // For longer than a silent one lives.
      await until(() => expect(payloads.length).toBeGreaterThan(65));
      expect(payloads.every((payload) => payload.length > 0)).toBe(true);
      expect(client.socket.readyState).toBe(client.socket.OPEN);
      client.socket.close();
    }));

  it('is cut when it does not answer, whatever pongs it sends of its own', () =>
    using({ ping: 50, pongTimeout: 500 }, async ({ api }) => {
      const client = await api({ autoPong: false });
      client.socket.on('ping', () => client.socket.pong('mine'));
      expect(await client.closed).toBe(1006);
    }));

  it('is warned before its day is over, and closed then', () =>
    using({ maxAge: 1000, warning: 600 }, async ({ market, api }) => {
      const clients = [await market(), await api()];
      for (const client of clients) {
        await client.until(isShutdown);
        expect(await client.closed).toBe(1001);
      }
      const event = { e: 'serverShutdown', E: expect.any(Number) };
      expect(clients.map(({ messages }) => messages)).toEqual([
        [{ stream: '!serverShutdown', data: event }],
        [{ event }],
      ]);
    }));

  it('is warned when the exchange stops', () =>
    using({}, async ({ market, api, stop }) => {
      const clients = [await market(), await api()];
      stop();
      for (const client of clients) {
        await client.until(isShutdown);
        expect(await client.closed).toBe(1001);
      }
    }));
});

const order = { symbol: 'XRPUSDT', side: 'BUY', type: 'MARKET', quantity: '100' };
const reports = ({ messages }: PaperSocket) =>
  messages.flatMap(({ event }) => (event?.e === 'executionReport' ? [event.x] : []));

describe('events without a receiver are dropped', () => {
  it('for a connection that is muted, nor for one that has gone', () =>
    using({}, async ({ api, faults }) => {
      const { id: key, secret } = await core.openAccount();
      const trader = { key, secret };
      const buy = (client: PaperSocket) => client.ask('order.place', signedParams(trader, order));
      const subscribe = async (client: PaperSocket) => {
        await client.ask('userDataStream.subscribe.signature', signedParams(trader));
        return client;
      };
      const listening = await subscribe(await api());
      const calling = await api();
      faults.add({ kind: 'mute-streams', times: null });
      calling.send({ id: 'unheard', method: 'order.place', params: signedParams(trader, order) });
      const account = await core.account(key);
      await until(() => expect(account?.holdings.get('XRP')?.free.gt(10_000)).toBe(true));
      await core.journal.committed();
      faults.add({ kind: 'mute-streams', times: 0 });
      await buy(calling);
      await listening.until(({ event }) => event?.x === 'TRADE');
      expect(reports(listening)).toEqual(['NEW', 'TRADE']);
      listening.socket.terminate();
      await listening.closed;
      await buy(calling);
      const again = await subscribe(await api());
      await buy(calling);
      await again.until(({ event }) => event?.x === 'TRADE');
      expect(reports(again)).toEqual(['NEW', 'TRADE']);
      again.socket.close();
      calling.socket.close();
    }));

  it('for one that does not read: it is cut off, and others are served', () =>
    using({}, async ({ api, connections }) => {
      const deaf = await api();
      const other = await api();
      deaf.socket.pause();
      // Each answer is more than 100 kB, and is not read.
      const asked = 200;
      const params = { symbol: 'XRPUSDT', interval: '1m', limit: 1000 };
      for (let id = 0; id < asked; id += 1) deaf.send({ id, method: 'klines', params });
      await until(async () => expect(await connections()).toBe(1));
      expect(await other.ask('ping')).toMatchObject({ status: 200 });
      deaf.socket.resume();
      expect(await deaf.closed).toBe(1006);
      expect(deaf.messages.length).toBeLessThan(asked);
      other.socket.close();
    }));
});
