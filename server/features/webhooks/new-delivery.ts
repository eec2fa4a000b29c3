import { bodyOf } from '../../domain/webhooks/body.ts';
import { DELIVERY_LIFETIME } from '../../domain/webhooks/retries.ts';
import { newId } from '../../lib/id.ts';
import type { NewDelivery } from './webhooks.store.ts';

export interface EventSent {
  webhookId: string;
  eventId: string;
  type: string;
  /** When it happened, UTC epoch ms. */
  at: number;
  data: Record<string, unknown>;
}

/** W-14: one event for one endpoint, its body as it is signed at each attempt. */
export function newDelivery({ webhookId, eventId, type, at, data }: EventSent, now: number): NewDelivery {
  const body = bodyOf({ type, at, data });
  const times = { nextAt: now, expiresAt: now + DELIVERY_LIFETIME, createdAt: now };
  return { id: newId(), webhookId, eventId, type, body, ...times };
}

/** As the webhook-id header names it. */
export const eventName = (eventId: string): string => `evt_${eventId.replaceAll('-', '')}`;
