import { once } from 'node:events';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { MINUTE } from '#contracts/rules/time.ts';
import { freePort } from '../../../../tests/setup/process.ts';
import { openConnection } from './connection.ts';

it('M-08: a connection that is pinged goes on, and one that is silent is ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const port = await freePort();
  const server = new WebSocketServer({ host: '127.0.0.1', port });
  onTestFinished(() => server.close());
  await once(server, 'listening');
  const accepted = Promise.withResolvers<WebSocket>();
  server.once('connection', accepted.resolve);
  const ended = vi.fn();
  const closed = Promise.withResolvers<void>();
  openConnection(`ws://127.0.0.1:${port}`, MINUTE, {
    onOpen: () => {},
    onMessage: () => {},
    onClose: (code) => {
      ended(code);
      closed.resolve();
    },
  });
  const exchange = await accepted.promise;
  for (let count = 0; count < 3; count += 1) {
    vi.advanceTimersByTime(0.9 * MINUTE);
    exchange.ping();
    await Promise.race([once(exchange, 'pong'), closed.promise]);
  }
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(MINUTE);
  await closed.promise;
  expect(ended).toHaveBeenCalledWith(1006);
});
