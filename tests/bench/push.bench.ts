import { createECDH, randomBytes } from 'node:crypto';
import webPush from 'web-push';
import { pushSender } from '../../server/features/notifications/push/send-push.ts';
import { inTurn, median, type Row, summary } from './measure.ts';

/** Pushes of a round. */
const PUSHES = 500;
const ROUNDS = 9;
/** Of the pushes a core that encryption alone allows. */
const GOAL = 0.9;

const browser = createECDH('prime256v1');
browser.generateKeys();
const to = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/bench',
  p256dh: browser.getPublicKey('base64url'),
  auth: randomBytes(16).toString('base64url'),
};
const message = {
  web_push: 8030,
  notification: {
    title: 'XRP/USDT reached 0.6',
    body: 'Your alert “The old high” fired at 0.6001.',
    navigate: 'https://tandem.example/alerts',
    tag: 'alert',
    timestamp: 0,
  },
} as const;

/** CPU of one of so many, µs. */
async function cpuOf(push: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let sent = 0; sent < PUSHES; sent += 1) await push();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / PUSHES;
}

/** A message encrypted and addressed, with the header of its push service kept; nothing is sent. */
export function openPushes(): () => Promise<void> {
  const vapid = { ...webPush.generateVAPIDKeys(), subject: 'https://tandem.example' };
  const answer = new Response(null, { status: 201 });
  const send = pushSender({ vapid, pushHosts: [], clock: Date.now, fetch: async () => answer });
  const { signal } = new AbortController();
  return async () => {
    const { outcome } = await send({ to, message, topic: 'topic', ttl: 3600, signal });
    if (outcome !== 'sent') throw new Error(`The message was ${outcome}.`);
  };
}

/** Pushes over the encryption alone. */
export async function pushRow(): Promise<Row> {
  const push = openPushes();
  const subscription = { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } };
  const text = JSON.stringify(message);
  const baseline = () =>
    cpuOf(async () =>
      webPush.generateRequestDetails(subscription, text, { TTL: 3600, contentEncoding: 'aes128gcm' as const }),
    );
  const product = () => cpuOf(push);
  await inTurn(2, { baseline, product });
  const { baselines, products } = await inTurn(ROUNDS, { baseline, product });
  const ratio = median(products.map((each, round) => each / (baselines[round] ?? 0)));
  return {
    name: 'pushes a core, of those that encryption alone allows',
    found: `${(1 / ratio).toFixed(2)}: CPU ${summary(products, 'µs')} against ${summary(baselines, 'µs')}`,
    goal: `at least ${GOAL}`,
    met: 1 / ratio >= GOAL,
    ratio,
  };
}
