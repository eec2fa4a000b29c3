import type { Tx } from '../../../db/database.ts';
import { encodeLive } from '../../../live/publish.ts';
import { queueUrgent } from '../deliveries/queue.store.ts';

interface PositionNotice {
  userId: string;
  now: number;
  blockId: string;
  market: string;
  symbolName: string;
  isProtected: boolean;
  title: string;
  text: string;
}

/** Notices about a position, queued within the transaction that records the change. */
export const positionNotices =
  (publicUrl: string) =>
  (tx: Tx, { userId, now, ...body }: PositionNotice): Promise<void> =>
    queueUrgent(tx, {
      userId,
      now,
      live: encodeLive({ topic: 'protection', body }),
      push: {
        web_push: 8030,
        notification: {
          title: body.title,
          body: body.text,
          navigate: `${publicUrl}/markets/spot/list?market=${body.market}&symbolName=${body.symbolName}`,
          tag: `protection-${body.blockId}`,
          timestamp: now,
          requireInteraction: !body.isProtected,
        },
      },
    });

interface LossNotice {
  userId: string;
  now: number;
  title: string;
  text: string;
}

/** EX-12: that a loss limit is reached, queued within the transaction that records it. */
export const lossNotices =
  (publicUrl: string) =>
  (tx: Tx, { userId, now, ...body }: LossNotice): Promise<void> =>
    queueUrgent(tx, {
      userId,
      now,
      live: encodeLive({ topic: 'loss-limit', body }),
      push: {
        web_push: 8030,
        notification: {
          title: body.title,
          body: body.text,
          navigate: `${publicUrl}/account#security`,
          tag: 'loss-limit',
          timestamp: now,
          requireInteraction: true,
        },
      },
    });
