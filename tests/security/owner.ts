import { createECDH, randomBytes } from 'node:crypto';
import { copiers } from '../factories/copiers.ts';
import { klinesCsv } from '../factories/price-files.ts';
import { paperControl } from '../factories/paper-control.ts';
import { PASSWORD, visitor } from '../factories/visitor.ts';
import type { TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';

function browserKeys() {
  const ecdh = createECDH('prime256v1');
  return { p256dh: ecdh.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
}

interface Token {
  token: string;
  tokenId: string;
}

/** UTC epoch ms. */
export const PAST = Date.UTC(2025, 0, 1);

/** An hour of XRP/USDT, kept. */
async function priceFile(site: TestSite, cookie: string): Promise<string> {
  const bars = Array.from({ length: 60 }, (_, at) => [PAST + at * 60_000, 0.52, 0.53, 0.51, 0.52] as const);
  const answer = await site.app.request('/api/backtests/files?name=XRPUSDT-1m-2025-01-01.csv', {
    method: 'PUT',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    body: klinesCsv(bars),
  });
  const { file } = (await answer.json()) as { file: { fileId: string } };
  return file.fileId;
}

/** A person who has one of everything that a person can have; `marks` give it away wherever it shows. */
export async function owner(site: TestSite) {
  const control = paperControl(site);
  await control('price', { symbol: 'XRPUSDT', price: '0.52' });
  const who = await copiers(site, { main: '1000', copies: ['1000'] });
  const placed = async (order: Record<string, unknown>) => (await who.buy(order)).body.orderBlock.blockId as string;
  const blockId = await placed({ takeProfitPrice: 0.6, stopLossPrice: 0.4 });
  const restingId = await placed({ price: 0.4 });
  await until(
    async () => {
      const rows = await who.rows('buy', blockId);
      if (rows.length < 2 || rows.some((row) => row['status'] !== 'targets-placed')) throw new Error('not placed yet');
    },
    { interval: 250 },
  );
  const spare = (await who.post('/api/paper/key', {})).body as { key: string; secret: string };
  const spareUid = (await who.post('/api/key', { market: 'binance', name: 'Spare', ...spare })).body.uid as string;
  const alert = { market: 'BINANCE', symbol: 'XRP_USDT', price: 0.9, type: 'PRICE_REACHES', informing: 'ALWAYS' };
  const alertId = (await who.post('/api/alert/', alert)).body.alert.id as string;
  const subscription = {
    endpoint: `https://localhost:1/${randomBytes(12).toString('hex')}`,
    keys: browserKeys(),
  };
  await who.post('/api/push/subscription', subscription);
  const passkeyId = randomBytes(16).toString('base64url');
  await site.database.sql`
    insert into passkeys (user_id, id, name, public_key, counter, transports, backed_up, created_at)
    values (${who.userId}, ${passkeyId}, 'Theirs', '\\x00', 0, '{}', false, 0)`;
  const settings = { low: 0.48, high: 0.56, steps: 8, spacing: 'amount', size: 'amount', invest: 400 };
  const bot = { name: 'Night grid', type: 'grid', market: 'binance', symbolName: 'xrp_usdt', settings };
  const botId = (await who.post('/api/bots', bot)).body.bot.botId as string;
  const fileId = await priceFile(site, who.cookie());
  const past = { from: PAST, to: PAST + 3_600_000, interval: '1m', data: [fileId] };
  const { name: _, ...plan } = bot;
  const backtestId = (await who.post('/api/backtests', { bot: plan, ...past })).body.backtestId as string;
  await until(
    async () => {
      const { state } = (await who.get(`/api/backtests/${backtestId}`)).body;
      if (state !== 'done') throw new Error(`it is ${state}`);
    },
    { interval: 250 },
  );
  const hook = { name: 'Momentum', market: 'binance', pairs: ['xrp_usdt'], actions: ['open', 'close'] };
  const made = await who.post('/api/hooks', { ...hook, amount: { fixed: 20 }, copies: false });
  const { hookId } = made.body.hook as { hookId: string };
  const webhook = { url: `https://localhost:1/${randomBytes(12).toString('hex')}`, events: ['block.filled'] };
  const { webhookId } = (await who.post('/api/webhooks', webhook)).body.webhook as { webhookId: string };
  await who.post(`/api/webhooks/${webhookId}/test`, {});
  const sent = (await who.get(`/api/webhooks/${webhookId}/deliveries`)).body;
  const [{ deliveryId }] = sent.content as [{ deliveryId: string }];
  const { token, tokenId } = (await who.post('/api/tokens', { name: 'Program', scopes: ['read'] })).body as Token;
  const elsewhere = visitor(site);
  await elsewhere.post('/j_spring_security_check', { j_email: who.email, j_password: PASSWORD });
  const { sessions } = (await who.get('/api/user/sessions')).body as { sessions: { id: string; current: boolean }[] };
  const sessionIds = sessions.map(({ id }) => id);
  const [copy] = who.copies;
  const copyUid = copy?.uid ?? '';
  const keys = [
    spareUid,
    spare.key,
    spare.secret,
    who.keyUid,
    who.paperKey,
    who.paperSecret,
    copyUid,
    copy?.paperKey ?? '',
  ];
  const marks = [
    who.userId,
    who.email,
    blockId,
    restingId,
    alertId,
    botId,
    fileId,
    backtestId,
    hookId,
    webhookId,
    deliveryId,
    webhook.url,
    token,
    tokenId,
    subscription.endpoint,
    passkeyId,
    ...sessionIds,
    ...keys,
  ];
  return {
    ...who,
    keyName: 'Paper',
    copyUid,
    spareUid,
    blockId,
    restingId,
    alertId,
    botId,
    fileId,
    backtestId,
    hookId,
    webhookId,
    deliveryId,
    tokenId,
    subscription,
    passkeyId,
    otherSessionId: sessions.find(({ current }) => !current)?.id ?? '',
    marks,
  };
}
export type Owner = Awaited<ReturnType<typeof owner>>;
