import { expect, it } from 'vitest';
import { pushWorld } from '../../../../tests/factories/push-world.ts';
import { until } from '../../../../tests/setup/until.ts';

const { clock, ground, start, subscriber } = pushWorld();

it('V-13 a position without protection is announced on open pages and by push, in quiet hours too', async () => {
  const server = start();
  const ada = await subscriber(server);
  // All day but for one minute that is far from now.
  const minutes = new Date(clock()).getUTCHours() * 60 + new Date(clock()).getUTCMinutes();
  const at = (minute: number) => new Date((minute % 1440) * 60_000).toISOString().slice(11, 16);
  const quietHours = { from: at(minutes + 721), to: at(minutes + 720), timeZone: 'UTC' };
  const { settings } = await server.notifications.settings.change(ada.userId, { quietHours });
  expect(settings.quietUntil).not.toBeNull();
  const told = { title: 'XRP/USDT is not protected', text: 'Paper: its orders were refused.' };
  await ground().database.db.transaction((tx) =>
    server.notifications.queuePositionNotice(tx, {
      userId: ada.userId,
      now: clock(),
      blockId: 'a',
      market: 'binance',
      symbolName: 'xrp_usdt',
      isProtected: false,
      ...told,
    }),
  );
  server.notifications.wake();
  await until(() => {
    expect(ada.received()).toHaveLength(1);
    expect(ada.reported).toMatchObject([{ topic: 'protection', body: { ...told, isProtected: false } }]);
  });
  expect(ada.received()[0]?.message).toMatchObject({
    notification: {
      title: told.title,
      body: told.text,
      navigate: expect.stringContaining('/markets/spot/list?market=binance&symbolName=xrp_usdt'),
      requireInteraction: true,
    },
  });
});
