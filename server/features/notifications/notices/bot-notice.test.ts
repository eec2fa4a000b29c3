import { expect, it } from 'vitest';
import type { BotNoticeKind } from '#contracts/rules/bot-notice-kinds.ts';
import { pushWorld } from '../../../../tests/factories/push-world.ts';
import { until } from '../../../../tests/setup/until.ts';

const { clock, ground, start, subscriber } = pushWorld();

it('C-24: in quiet hours a bot that needs its owner is told everywhere, what may wait on open pages alone', async () => {
  const server = start();
  const ada = await subscriber(server);
  const minutes = new Date(clock()).getUTCHours() * 60 + new Date(clock()).getUTCMinutes();
  const at = (minute: number) => new Date((minute % 1440) * 60_000).toISOString().slice(11, 16);
  const quietHours = { from: at(minutes + 721), to: at(minutes + 720), timeZone: 'UTC' };
  await server.notifications.settings.change(ada.userId, { quietHours });
  const tell = (kind: BotNoticeKind) =>
    ground().database.db.transaction((tx) =>
      server.notifications.queueBotNotice(tx, {
        userId: ada.userId,
        now: clock(),
        botId: 'b',
        kind,
        title: `Night grid: ${kind}`,
        text: 'Why.',
      }),
    );
  await tell('started');
  await tell('rounds');
  await tell('needs-you');
  server.notifications.wake();
  await until(() => {
    expect(ada.reported).toHaveLength(3);
    expect(ada.received()).toHaveLength(1);
  });
  expect(ada.received()[0]?.message).toMatchObject({
    notification: {
      title: 'Night grid: needs-you',
      navigate: expect.stringContaining('/bots?bot=b'),
      requireInteraction: true,
    },
  });
});
