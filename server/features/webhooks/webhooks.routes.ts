import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  renewWebhookSecret,
  resendWebhookDelivery,
  testWebhook,
  type WebhookAnswer,
} from '#contracts/webhooks.ts';
import { MINUTE } from '#contracts/rules/time.ts';
import { requireProof, serve, type Site } from '../../http/serve.ts';
import { rateLimit } from '../../runtime/request-limits/rate-limit.ts';
import type { WebhookDeps } from './deps.ts';
import { manageWebhooks, presentWebhook } from './manage-webhooks.ts';
import { webhooksStore } from './webhooks.store.ts';

const PAGE = 10;

function changeRoutes(site: Site, deps: WebhookDeps): void {
  const manage = manageWebhooks(deps);
  const answer = async (made: Awaited<ReturnType<typeof manage.create>>): Promise<WebhookAnswer> =>
    made.error === null
      ? { error: null, webhook: await presentWebhook(deps, made.webhook, made.secret) }
      : { error: made.error, webhook: null };
  serve(site, createWebhook, async ({ person, json }) => {
    // What an account does with real money is sent to no new address by an old session.
    if (!deps.paper) requireProof(person);
    return answer(await manage.create(person.userId, json));
  });
  serve(site, changeWebhook, async ({ person, params, json }) => {
    const webhook = await manage.own(person.userId, params.webhookId);
    if (!deps.paper && json.url !== undefined) requireProof(person);
    return answer(await manage.change(webhook, json));
  });
  serve(site, renewWebhookSecret, async ({ person, params }) => {
    const webhook = await manage.own(person.userId, params.webhookId);
    if (!deps.paper) requireProof(person);
    return answer(await manage.renew(webhook));
  });
  serve(site, deleteWebhook, async ({ person, params }) => {
    await manage.remove(person.userId, params.webhookId);
    return { error: null };
  });
}

export function webhooksRoutes(site: Site, deps: WebhookDeps): void {
  const manage = manageWebhooks(deps);
  const sends = rateLimit({ most: 20, windowMs: MINUTE, clock: deps.clock });
  const take = (userId: string) => sends.take(userId, 'Twenty deliveries a minute can be sent by hand.');

  serve(site, listWebhooks, async ({ person: { userId } }) => {
    const all = await webhooksStore(deps.db, userId).all();
    return { content: await Promise.all(all.map((webhook) => presentWebhook(deps, webhook, null))) };
  });
  changeRoutes(site, deps);
  serve(site, testWebhook, async ({ person, params }) => {
    const webhook = await manage.own(person.userId, params.webhookId);
    take(person.userId);
    return { error: await manage.test(webhook) };
  });
  serve(site, listWebhookDeliveries, async ({ person, params, query }) => {
    const webhook = await manage.own(person.userId, params.webhookId);
    return manage.deliveries(webhook, { page: query.page ?? 0, size: PAGE });
  });
  serve(site, resendWebhookDelivery, async ({ person, params }) => {
    const webhook = await manage.own(person.userId, params.webhookId);
    take(person.userId);
    return { error: await manage.again(webhook, params.deliveryId) };
  });
}
