import * as z from 'zod/mini';
import { PushMessage } from '#contracts/push.ts';
import { forChannel, summary } from '../deliveries/alert-messages.ts';
import type { Delivery } from './deliveries.store.ts';

/** Held deliveries to one target are sent as one message. */
export const batchOf = ({ held, userId, targetId, id }: Delivery): string =>
  held ? `${userId}.${targetId ?? ''}` : id;

const messageOf = ({ payload }: Delivery): PushMessage => z.parse(PushMessage, payload);

export function asOne([first, ...others]: readonly [Delivery, ...Delivery[]]): Delivery {
  const { held, channel } = first;
  if (!held || channel === 'live') return first;
  const payload = forChannel[channel](summary([messageOf(first), ...others.map(messageOf)]));
  return { ...first, payload };
}
