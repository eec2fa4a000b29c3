import type { BotNotice } from '#contracts/bot-notices.ts';
import { isUrgent } from '#contracts/rules/bot-notice-kinds.ts';
import type { Tx } from '../../../db/database.ts';
import { encodeLive } from '../../../live/publish.ts';
import { queueUrgent } from '../deliveries/queue.store.ts';

/** Notices about a bot, queued within the transaction that records the change. */
export const botNotices =
  (publicUrl: string) =>
  (tx: Tx, { userId, now, ...body }: BotNotice & { userId: string; now: number }): Promise<void> =>
    queueUrgent(tx, {
      userId,
      now,
      isCalm: !isUrgent(body.kind),
      live: encodeLive({ topic: 'bot-notice', body }),
      push: {
        web_push: 8030,
        notification: {
          title: body.title,
          body: body.text,
          navigate: `${publicUrl}/bots?bot=${body.botId}`,
          tag: `bot-${body.botId}-${body.kind}`,
          timestamp: now,
          requireInteraction: body.kind === 'needs-you',
        },
      },
    });
