import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { recordedExchange } from '../../../../tests/doubles/recorded-exchange.ts';
import { until } from '../../../../tests/setup/until.ts';
import { clientConfig, loadCcxt } from '../library.ts';
import { observeClient } from './observed-client.ts';

const observed = async () => {
  const recorded = await recordedExchange('bybit', 'streams/bad-key-stream');
  const { bybit } = await loadCcxt();
  const client = new bybit(clientConfig({ now: Date.now, recvWindow: 5_000 }));
  await client.loadHttpProxyAgent();
  const downs: string[] = [];
  const end = observeClient(client, { onMessage: () => false, onDown: (reason) => downs.push(reason) });
  onTestFinished(async () => {
    end();
    await recorded.close();
  });
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  return { client, recorded, downs, end, unhandled, url: `${recorded.wsUrl}/v5/private` };
};

it('a rejected future of ccxt without a listener does not reach the process', async () => {
  const { client, unhandled, url } = await observed();
  const socket = client.client(url);
  socket.future('not awaited');
  socket.reject(new Error('the exchange said no'));
  await turn();
  await turn();
  expect(unhandled).toEqual([]);
});

it('watching with a bad key, ccxt’s own way, rejects its caller alone', async () => {
  const { client, unhandled, url } = await observed();
  Object.assign(client, { apiKey: 'K'.repeat(18), secret: 'S'.repeat(36) });
  const watched = async () => {
    const first = client.watch(url, 'order', undefined, 'order');
    first.catch(() => undefined);
    await client.authenticate(url);
    return first;
  };
  await expect(watched()).rejects.toThrow('Authentication failed');
  await turn();
  expect(unhandled).toEqual([]);
});

it('what is ended is down at once', async () => {
  const { client, downs, end, unhandled, recorded, url } = await observed();
  const waiting = client.watch(url, 'order', undefined, 'order');
  // Open on both sides: a connection under way fails otherwise.
  await client.client(url).connected;
  await until(() => expect(recorded.open()).toBe(1));
  end();
  await expect(waiting).rejects.toThrow('closed');
  await until(() => expect(recorded.open()).toBe(0));
  expect(downs).toHaveLength(1);
  expect(unhandled).toEqual([]);
});
