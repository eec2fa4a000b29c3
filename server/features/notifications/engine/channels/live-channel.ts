import type { LivePublisher, UserMessage } from '../../../../live/publish.ts';
import type { Deliver } from '../delivery-worker.ts';

/** To the person's open pages. */
export const liveChannel =
  (live: LivePublisher): Deliver =>
  async ({ userId, payload }) => {
    live.pass(userId, payload as UserMessage);
    return { outcome: 'sent' };
  };
