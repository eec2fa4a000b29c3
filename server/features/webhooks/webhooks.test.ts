import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MINUTE, SECOND } from '#contracts/rules/time.ts';
import { WEBHOOK_EVENTS } from '#contracts/webhooks.ts';
import { webhookReceiver, type WebhookReceiver } from '../../../tests/doubles/webhook-receiver.ts';
import { PASSWORD, person, type Visitor } from '../../../tests/factories/visitor.ts';
import { shiftedClock } from '../../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';
import { signatureOf } from '../../lib/standard-webhooks.ts';
import { publicPost } from './engine/post.ts';
import { deliverySender } from './engine/send-delivery.ts';
import type { DeliveryRow } from './webhooks.store.ts';

/** Ms between two looks of the site for what is due. */
const LOOK_EVERY = 2000;

interface Webhook {
  webhookId: string;
  secret: string | null;
  off: string | null;
}
interface Delivery {
  deliveryId: string;
  eventId: string;
  type: string;
  state: string;
  attempts: number;
  reason: string | null;
  nextAt: number | null;
}

let site: TestSite;
let receiver: WebhookReceiver;
let who: Visitor & { email: string };
const { clock, pass } = shiftedClock();
beforeAll(async () => {
  receiver = await webhookReceiver();
  // The site looks for what is due when a test moves its intervals on, not when a second is over.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  site = await testSite({ WEBHOOK_HOSTS: receiver.host }, clock);
});
afterAll(async () => {
  await site.close();
  receiver.close();
  vi.useRealTimers();
});
beforeEach(async () => {
  pass(60_000);
  who = await person(site);
});

let paths = 0;
/** An endpoint of its own, with what it received. */
async function endpoint(events: readonly string[] = WEBHOOK_EVENTS) {
  paths += 1;
  const path = `e${paths}`;
  const { body } = await who.post('/api/webhooks', { url: receiver.url(path), events });
  expect(body.error).toBeNull();
  const webhook = body.webhook as Webhook;
  const at = `/api/webhooks/${webhook.webhookId}`;
  return {
    ...webhook,
    at,
    received: () => receiver.received.filter((one) => one.path === `/${path}`),
    test: async () => expect((await who.post(`${at}/test`, {})).body.error).toBeNull(),
    deliveries: async () => (await who.get(`${at}/deliveries`)).body.content as Delivery[],
    again: (deliveryId: string) => who.post(`${at}/deliveries/${deliveryId}/again`, {}),
    now: async (): Promise<Webhook | undefined> =>
      ((await who.get('/api/webhooks')).body.content as Webhook[]).find(
        ({ webhookId }) => webhookId === webhook.webhookId,
      ),
  };
}
type Endpoint = Awaited<ReturnType<typeof endpoint>>;

/** Until the check passes; the site looks for what is due before each. */
const soon = <T>(check: () => T | Promise<T>): Promise<T> =>
  until(
    () => {
      vi.advanceTimersByTime(LOOK_EVERY);
      return check();
    },
    { interval: 50 },
  );
const shows = (to: Endpoint, check: (last: Delivery) => void) =>
  soon(async () => {
    const [last] = await to.deliveries();
    if (!last) throw new Error('nothing was sent yet');
    check(last);
    return last;
  });

describe('W-14: signed deliveries', () => {
  it('W-14 by the secret that is shown once, for the time of the attempt', async () => {
    const to = await endpoint();
    await to.test();
    await shows(to, ({ state }) => expect(state).toBe('sent'));
    const [one] = to.received();
    if (!one) throw new Error('nothing came');
    const { id, timestamp, text, signature } = one;
    expect(id).toMatch(/^evt_[0-9a-f]{32}$/);
    expect(Math.abs(timestamp * 1000 - clock())).toBeLessThan(60_000);
    expect(signature).toBe(signatureOf([to.secret ?? ''], { id, at: timestamp * 1000, body: text }));
    expect(one.body).toEqual({
      type: 'webhook.test',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { webhookId: to.webhookId },
    });
    expect((await who.get('/api/webhooks')).text).not.toContain(to.secret);
    const rows = await site.database.sql`select * from webhooks where id = ${to.webhookId}`;
    expect(JSON.stringify(rows)).not.toContain(to.secret);
    expect(site.logged()).not.toContain(to.secret);
  });

  it('W-14 while the secret is exchanged both sign, for a day', async () => {
    const to = await endpoint();
    const { secret } = (await who.post(`${to.at}/secret`, {})).body.webhook as Webhook;
    const signed = async (count: number) => {
      await to.test();
      await shows(to, ({ state }) => expect(state).toBe('sent'));
      const one = await soon(() => {
        const all = to.received();
        expect(all).toHaveLength(count);
        return all.at(-1);
      });
      const of = { id: one?.id ?? '', at: (one?.timestamp ?? 0) * 1000, body: one?.text ?? '' };
      return { signature: one?.signature, both: signatureOf([secret ?? '', to.secret ?? ''], of) };
    };
    const first = await signed(1);
    expect(first.signature).toBe(first.both);
    pass(86_400_000);
    await who.post('/j_spring_security_check', { j_email: who.email, j_password: PASSWORD });
    const later = await signed(2);
    expect(later.signature).toBe(later.both.split(' ')[0]);
  });
});

describe('W-15: delivery', () => {
  it('W-15 again with the same id after 5 s and 5 min, not through a redirect, no sooner than Retry-After says', async () => {
    const to = await endpoint();
    receiver.answers.push(
      { status: 500 },
      { status: 302, headers: { location: 'http://169.254.169.254/' } },
      { status: 429, headers: { 'retry-after': '4000' } },
    );
    await to.test();
    const ends = [
      { reason: '500.', least: 5 * SECOND, most: 5.5 * SECOND },
      { reason: '302, and redirects are not followed.', least: 5 * MINUTE, most: 5.5 * MINUTE },
      { reason: '429.', least: 4000 * SECOND, most: 4000 * SECOND },
    ];
    for (const [attempt, { reason, least, most }] of ends.entries()) {
      const seen = await shows(to, ({ attempts }) => expect(attempts).toBe(attempt + 1));
      expect(seen.reason).toBe(`It answered ${reason}`);
      const [nextAt, { timestamp = 0 } = {}] = [seen.nextAt ?? 0, to.received()[attempt]];
      // The wait began after the attempt, and before now.
      expect(nextAt - timestamp * SECOND).toBeGreaterThanOrEqual(least);
      expect(nextAt - clock()).toBeLessThanOrEqual(most);
      pass(nextAt - clock() + SECOND);
    }
    const last = await shows(to, ({ state }) => expect(state).toBe('sent'));
    expect([last.attempts, last.reason]).toEqual([4, null]);
    expect(new Set(to.received().map(({ id }) => id))).toEqual(new Set([last.eventId]));
    expect(new Set(to.received().map(({ timestamp }) => timestamp)).size).toBe(4);
  });

  it('W-15 410 switches it off, and its owner is told', async () => {
    const to = await endpoint();
    receiver.answers.push({ status: 410 });
    await to.test();
    await shows(to, ({ state, attempts }) => expect([state, attempts]).toEqual(['gone', 1]));
    await soon(async () => expect((await to.now())?.off).toMatch(/^It answered 410/));
    expect((await who.post(`${to.at}/test`, {})).body.error).toBe('Switch this endpoint on first.');
    const [told] = await site.database.sql`select e.details from audit_events e join users u using (user_id)
      where u.email = ${who.email} and kind = 'webhook-off'`;
    expect(told?.['details']).toMatchObject({ host: receiver.host });
  });

  it('W-15 once all ten attempts were in vain it is off, and what waited can be sent again by hand', async () => {
    const to = await endpoint();
    receiver.answers.push(...Array.from({ length: 10 }, () => ({ status: 503 })));
    await to.test();
    for (let attempt = 1; attempt < 10; attempt += 1) {
      // A session does not last so long, and what is stored is looked at.
      const nextAt = await soon(async () => {
        const [row] = await site.database.sql<{ attempts: number; nextAt: number }[]>`
          select attempts, next_at::float8 as "nextAt" from webhook_deliveries where webhook_id = ${to.webhookId}`;
        expect(row?.attempts).toBe(attempt);
        return row?.nextAt ?? 0;
      });
      pass(nextAt - clock() + 1);
    }
    await soon(async () => {
      const [row] = await site.database.sql`select off from webhooks where id = ${to.webhookId}`;
      expect(row?.['off']).toMatch(/^An event could not be delivered\. It answered 503\.$/);
    });
    expect(to.received()).toHaveLength(10);
    await who.post('/j_spring_security_check', { j_email: who.email, j_password: PASSWORD });
    const [lost] = await to.deliveries();
    expect(lost).toMatchObject({ state: 'failed', attempts: 10, nextAt: null });
    expect((await to.again(lost?.deliveryId ?? '')).body.error).toBe('Switch this endpoint on first.');
    await who.send('PATCH', to.at, { json: { on: true } });
    expect((await to.again(lost?.deliveryId ?? '')).body.error).toBeNull();
    const sent = await shows(to, ({ state }) => expect(state).toBe('sent'));
    expect(sent.eventId).toBe(lost?.eventId);
    expect(to.received().at(-1)?.id).toBe(lost?.eventId);
  });

  it('W-15 an endpoint that takes the call and does not answer is given up in time', async () => {
    const to = await endpoint();
    let taken = '';
    const silent = createServer((socket) => {
      socket.on('error', () => {}).on('data', (data) => (taken += data.toString()));
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const host = `localhost:${address && typeof address === 'object' ? address.port : ''}`;
    await site.database.sql`update webhooks set url = ${`http://${host}/silent`} where id = ${to.webhookId}`;
    const [row] = await site.database.sql<DeliveryRow[]>`select u.user_id as "userId", ${to.webhookId} as "webhookId",
      gen_random_uuid() as "eventId", '{}' as body from users u where u.email = ${who.email}`;
    if (!row) throw new Error('there is no such person');
    const hosts = [host];
    const send = deliverySender({ ...site.deps.webhooks, hosts }, { post: publicPost({ hosts }) });
    const soonOver = AbortSignal.timeout(2 * SECOND);
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(soonOver);
    expect(await send(row, new AbortController().signal)).toEqual({
      outcome: 'later',
      reason: 'It did not answer within 15 s.',
      retryAfter: 0,
    });
    expect(timeout).toHaveBeenCalledWith(15 * SECOND);
    timeout.mockRestore();
    expect(taken).toMatch(/^POST \/silent HTTP\/1\.1\r\n/);
    silent.close();
    await once(silent, 'close');
  });

  it('W-15 what happened to a block is written in its own transaction, for those who have an endpoint that is on', async () => {
    const [{ userId } = { userId: '' }] = await site.database.sql<{ userId: string }[]>`
      select user_id as "userId" from users where email = ${who.email}`;
    // As the history of a block is written; there is no such block, so that nothing becomes of it.
    const happen = (
      sql: typeof site.database.sql,
    ) => sql`insert into block_events (user_id, id, block_id, kind, details, at)
      values (${userId}, gen_random_uuid(), gen_random_uuid(), 'ended', '{}', ${clock()})`;
    const queued = (sql: typeof site.database.sql) => sql`select id from webhook_events where user_id = ${userId}`;
    await site.database.sql.begin(async (tx) => {
      await happen(tx as never);
      expect(await queued(tx as never)).toHaveLength(0);
    });
    const to = await endpoint();
    await expect(
      site.database.sql.begin(async (tx) => {
        await happen(tx as never);
        expect(await queued(tx as never)).toHaveLength(1);
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    expect(await queued(site.database.sql)).toHaveLength(0);
    await who.send('PATCH', to.at, { json: { on: false } });
    await site.database.sql.begin(async (tx) => {
      await happen(tx as never);
      expect(await queued(tx as never)).toHaveLength(0);
    });
  });
});

describe('W-16, W-17: endpoints', () => {
  it('W-16 ten a person', async () => {
    for (let at = 0; at < 10; at += 1) await endpoint(['block.closed']);
    const { body } = await who.post('/api/webhooks', { url: receiver.url('one-more'), events: ['block.closed'] });
    expect(body).toEqual({ error: expect.stringMatching(/^You have 10 endpoints/), webhook: null });
  });

  it('W-17 an address inside is refused when it is saved and when it is changed', async () => {
    const to = await endpoint();
    const url = 'https://169.254.169.254/latest/meta-data/';
    const sentence = 'This address is within a private network: only public ones are sent to.';
    expect((await who.post('/api/webhooks', { url, events: ['block.closed'] })).body.error).toBe(sentence);
    expect((await who.send('PATCH', to.at, { json: { url } })).body.error).toBe(sentence);
    // One that was saved before the operator took its host back is not sent to either.
    await site.database.sql`update webhooks set url = ${url} where id = ${to.webhookId}`;
    await to.test();
    const seen = await shows(to, ({ state }) => expect(state).toBe('failed'));
    expect([seen.reason, to.received()]).toEqual([sentence, []]);
  });
});
