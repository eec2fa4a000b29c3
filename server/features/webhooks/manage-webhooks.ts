import type { ChangeWebhook, CreateWebhook, Webhook, WebhookDelivery } from '#contracts/webhooks.ts';
import { WEBHOOK_TEST } from '#contracts/rules/webhook-events.ts';
import { DAY } from '#contracts/rules/time.ts';
import { DELIVERY_LIFETIME } from '../../domain/webhooks/retries.ts';
import { Refusal } from '../../lib/errors.ts';
import { newId } from '../../lib/id.ts';
import type { WebhookDeps } from './deps.ts';
import { eventName, newDelivery } from './new-delivery.ts';
import { madeSecret } from './secret.ts';
import { type DeliveryRow, sentStore, type WebhookRow, webhooksStore } from './webhooks.store.ts';
import { placeFault } from './where-to.ts';

const MOST_WEBHOOKS = 10;
/** How long the previous secret signs too. */
const OLD_SECRET_FOR = DAY;

const noWebhook = (): Refusal => new Refusal('not-found', 'There is no such endpoint.');

type Made = { error: string; webhook: null } | { error: null; webhook: WebhookRow; secret: string | null };
const refused = (error: string): Made => ({ error, webhook: null });

const recorded = ({ audit }: WebhookDeps, row: WebhookRow, kind: Parameters<WebhookDeps['audit']['record']>[1]) =>
  audit.record(row.userId, kind, { host: new URL(row.url).host });

export const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  deliveryId: row.id,
  eventId: eventName(row.eventId),
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  reason: row.lastError,
  createdAt: row.createdAt,
  nextAt: row.state === 'waiting' ? row.nextAt : null,
  doneAt: row.doneAt,
  body: row.body,
});

export async function presentWebhook(
  { db, clock }: Pick<WebhookDeps, 'db' | 'clock'>,
  row: WebhookRow,
  secret: string | null,
): Promise<Webhook> {
  const { userId, id, oldSecretUntil } = row;
  const { rows } = await sentStore(db, { userId, webhookId: id }).page({ page: 0, size: 1 });
  const [last] = rows;
  return {
    webhookId: id,
    url: row.url,
    events: row.events,
    off: row.off,
    secret,
    oldSecretUntil: oldSecretUntil !== null && oldSecretUntil > clock() ? oldSecretUntil : null,
    createdAt: row.createdAt,
    last: last ? presentDelivery(last) : null,
  };
}

async function create(deps: WebhookDeps, userId: string, { url, events }: CreateWebhook): Promise<Made> {
  const { db, clock } = deps;
  const fault = await placeFault(url, deps);
  if (fault !== null) return refused(fault);
  const id = newId();
  const { secret, sealed } = await madeSecret(deps, { userId, id });
  const now = clock();
  const row = { id, url, events: [...new Set(events)], sealedSecret: sealed, createdAt: now, updatedAt: now };
  const webhook = await webhooksStore(db, userId).add(row, MOST_WEBHOOKS);
  if (!webhook) return refused(`You have ${MOST_WEBHOOKS} endpoints, which is the most. Remove one first.`);
  await recorded(deps, webhook, 'webhook-added');
  return { error: null, webhook, secret };
}

const OFF = 'Switched off by you.';

async function change(deps: WebhookDeps, { userId, id }: WebhookRow, wanted: ChangeWebhook): Promise<Made> {
  const { url, events, on } = wanted;
  const fault = url === undefined ? null : await placeFault(url, deps);
  if (fault !== null) return refused(fault);
  const webhook = await webhooksStore(deps.db, userId).change(id, {
    ...(url === undefined ? {} : { url }),
    ...(events ? { events: [...new Set(events)] } : {}),
    ...(on === undefined ? {} : { off: on ? null : OFF }),
    updatedAt: deps.clock(),
  });
  if (!webhook) throw noWebhook();
  await recorded(deps, webhook, 'webhook-changed');
  return { error: null, webhook, secret: null };
}

async function renew(deps: WebhookDeps, row: WebhookRow): Promise<Made> {
  const now = deps.clock();
  const { secret, sealed } = await madeSecret(deps, row);
  const webhook = await webhooksStore(deps.db, row.userId).change(row.id, {
    sealedSecret: sealed,
    oldSealedSecret: row.sealedSecret,
    oldSecretUntil: now + OLD_SECRET_FOR,
    updatedAt: now,
  });
  if (!webhook) throw noWebhook();
  await recorded(deps, webhook, 'webhook-secret-made');
  return { error: null, webhook, secret };
}

/** What a person does with endpoints. Throws a Refusal where one is not there. */
export function manageWebhooks(deps: WebhookDeps) {
  const { db, clock } = deps;
  const sentTo = ({ userId, id }: WebhookRow) => sentStore(db, { userId, webhookId: id });
  return {
    async own(userId: string, webhookId: string): Promise<WebhookRow> {
      const webhook = await webhooksStore(db, userId).find(webhookId);
      if (!webhook) throw noWebhook();
      return webhook;
    },
    create: (userId: string, wanted: CreateWebhook) => create(deps, userId, wanted),
    change: (webhook: WebhookRow, wanted: ChangeWebhook) => change(deps, webhook, wanted),
    renew: (webhook: WebhookRow) => renew(deps, webhook),
    async remove(userId: string, webhookId: string): Promise<void> {
      const removed = await webhooksStore(db, userId).remove(webhookId);
      if (!removed) throw noWebhook();
      await recorded(deps, removed, 'webhook-removed');
    },
    /** Null once it is on its way; else why it is not. */
    async test(webhook: WebhookRow): Promise<string | null> {
      if (webhook.off !== null) return 'Switch this endpoint on first.';
      const now = clock();
      const data = { webhookId: webhook.id };
      const event = { webhookId: webhook.id, eventId: newId(), type: WEBHOOK_TEST, at: now, data };
      await sentTo(webhook).add(newDelivery(event, now));
      return null;
    },
    async again(webhook: WebhookRow, deliveryId: string): Promise<string | null> {
      if (webhook.off !== null) return 'Switch this endpoint on first.';
      const now = clock();
      const times = { nextAt: now, expiresAt: now + DELIVERY_LIFETIME };
      if (await sentTo(webhook).again(deliveryId, times)) return null;
      throw new Refusal('not-found', 'There is no such delivery.');
    },
    async deliveries(webhook: WebhookRow, place: { page: number; size: number }) {
      const { rows, total } = await sentTo(webhook).page(place);
      return { content: rows.map(presentDelivery), totalRecords: total };
    },
  };
}
