import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { livePage } from '../../../../tests/factories/live-page.ts';
import { PASSWORD, person, visitor } from '../../../../tests/factories/visitor.ts';
import { tablesWith, rowEverywhere } from '../../../../tests/factories/whole-database.ts';
import { type DealTrader, filledEntry, setTargets, xrpDeals } from '../../../../tests/factories/xrp-deals.ts';
import { until } from '../../../../tests/setup/until.ts';

const deals = xrpDeals();

type Person = Awaited<ReturnType<typeof person>>;
const remove = (who: Pick<Person, 'send'>, json: unknown) => who.send('DELETE', '/api/user', { json });
const openOnExchange = async (who: DealTrader) =>
  (await deals.byHand(who).get<unknown[]>('/api/v3/openOrders', { symbol: 'XRPUSDT' })).body.length;

async function idOf({ email }: Pick<Person, 'email'>): Promise<string> {
  const [user] = await deals.site().database.sql<
    { user_id: string }[]
  >`select user_id from users where email = ${email}`;
  return user?.user_id ?? '';
}

describe('a deleted account', () => {
  it('leaves nothing of its person in any column of any table', async () => {
    const { database } = deals.site();
    const [who, other] = [await deals.trader(), await deals.trader()];
    const [userId, otherId] = [await idOf(who), await idOf(other)];
    await filledEntry(deals, who);
    const tables = await rowEverywhere(database.sql, userId);
    await rowEverywhere(database.sql, otherId);
    const everywhere = ['public.users', ...tables];
    expect(await tablesWith(database.sql, userId)).toEqual(expect.arrayContaining(everywhere));
    const { status, body } = await remove(who, { password: PASSWORD });
    expect([status, body]).toEqual([200, { deleted: true }]);
    expect(await tablesWith(database.sql, userId)).toEqual([]);
    expect(await tablesWith(database.sql, who.email)).toEqual([]);
    expect(await tablesWith(database.sql, otherId)).toEqual(expect.arrayContaining(everywhere));
  });

  it('is out everywhere at once, its sockets too', async () => {
    const who = await person(deals.site());
    const elsewhere = visitor(deals.site());
    await elsewhere.post('/j_spring_security_check', { j_email: who.email, j_password: PASSWORD });
    const sockets = [await livePage(deals.site(), who), await livePage(deals.site(), elsewhere)];
    const replayed = visitor(deals.site());
    replayed.useCookie(who.cookie());
    await remove(who, { password: PASSWORD });
    expect(who.cookie()).toBe('');
    expect((await replayed.get('/api/key/all')).status).toBe(401);
    expect((await elsewhere.get('/api/user')).body).toEqual({});
    await until(() => expect(sockets.map(({ client }) => client.connected)).toEqual([false, false]));
  });

  it('cannot be entered again, and its address is free', async () => {
    const who = await person(deals.site());
    await remove(who, { password: PASSWORD });
    const form = { j_email: who.email, j_password: PASSWORD };
    const again = visitor(deals.site());
    expect((await again.post('/j_spring_security_check', form)).body).toEqual({ authorized: false });
    const anew = { email: who.email, username: 'Ada', password: PASSWORD, passwordConfirmation: PASSWORD };
    expect((await again.post('/api/user', anew)).body).toEqual({ error: null, email: who.email });
  });

  it('S-07: is told to its address, with what to do if it was another person', async () => {
    const outbox = join(deals.site().deps.env.DATA_DIR, 'outbox');
    const who = await person(deals.site());
    await remove(who, { password: PASSWORD });
    await until(async () => {
      const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(join(outbox, name), 'utf8')));
      const mail = mails.find((text) => text.includes(`To: ${who.email}`) && text.includes('was deleted')) ?? '';
      expect(mail).toContain('Subject: Your account was deleted');
      expect(mail).toContain('If this was not you');
    });
  });

  it('is forgotten by what watches prices and keys', async () => {
    const { database, deps, logged } = deals.site();
    const who = await deals.trader();
    const userId = await idOf(who);
    const { alertEngine: engine } = deps;
    const watched = engine.size;
    const alert = { market: 'BINANCE', symbol: 'XRP_USDT', type: 'PRICE_RISES_ABOVE', informing: 'ALWAYS', price: 0.6 };
    expect((await who.post('/api/alert/', { ...alert, comment: '' })).body.error).toBeNull();
    await deps.keys.balances.within(10_000, userId, who.keyUid);
    await until(() => expect(engine.size).toBe(watched + 1));
    await remove(who, { password: PASSWORD });
    await until(() => expect(engine.size).toBe(watched));
    const before = logged().length;
    await deals.price('0.61');
    await deals.price('0.52');
    const neighbour = await deals.trader();
    await filledEntry(deals, neighbour);
    expect(deps.keys.balances.of(userId, who.keyUid)).toBeNull();
    expect(await database.sql`select 1 from firings where user_id = ${userId}`).toEqual([]);
    expect(logged().slice(before)).not.toContain(userId);
  });

  it('has what a call under way wrote after it erased as well', async () => {
    const { database, deps } = deals.site();
    const who = await deals.trader();
    const userId = await idOf(who);
    await remove(who, { password: PASSWORD });
    await rowEverywhere(database.sql, userId);
    await deps.deletion.stop();
    expect(await tablesWith(database.sql, userId)).toEqual([]);
  });
});

describe('the orders of an account that goes', () => {
  async function busyTrader(): Promise<DealTrader> {
    const who = await deals.trader();
    const blockId = await filledEntry(deals, who);
    expect((await setTargets(who, blockId, { takeProfitPrice: 0.6, stopLossPrice: 0.5 })).body.errorMessage).toBeNull();
    expect((await who.buy({ price: 0.4 })).body.error).toBeNull();
    expect(await openOnExchange(who)).toBe(3);
    return who;
  }

  it('stay on the exchange', async () => {
    const who = await busyTrader();
    expect((await remove(who, { password: PASSWORD })).status).toBe(200);
    expect(await openOnExchange(who)).toBe(3);
  });

  it('are cancelled there when that is asked for, entries and targets', async () => {
    const who = await busyTrader();
    expect((await remove(who, { password: PASSWORD, cancelOrders: true })).body).toEqual({ deleted: true });
    expect(await openOnExchange(who)).toBe(0);
  });

  it('keep the account when they cannot be cancelled, as it was asked for', async () => {
    const who = await busyTrader();
    await deals.control('fault', { kind: 'reject', times: 20, code: -1003, path: '/api/v3/order', key: who.paperKey });
    const { status, body } = await remove(who, { password: PASSWORD, cancelOrders: true });
    expect(status).toBe(409);
    expect(body.error).toMatch(/^Your account was not deleted, since some orders could not be canceled\. Paper: /);
    expect((await who.get('/api/user')).body.email).toBe(who.email);
    expect((await deals.rows(who, 'buy')).length).toBe(2);
  });
});

describe('S-08: deleting an account', () => {
  it.each([
    [{}, 400, 'Enter your password.'],
    [{ cancelOrders: true }, 400, 'Enter your password.'],
    [{ password: 'Wrong-Horse_42!' }, 422, 'This password is not right.'],
    [{ password: PASSWORD, cancelOrders: 'yes' }, 400, ''],
    [{ password: PASSWORD, userId: 'other' }, 400, ''],
  ])('is refused for %j', async (json, status, sentence) => {
    const who = await person(deals.site());
    const answer = await remove(who, json);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toContain(sentence);
    expect((await who.get('/api/user')).body.email).toBe(who.email);
  });

  it('is for the signed-in only', async () => {
    expect((await remove(visitor(deals.site()), { password: PASSWORD })).status).toBe(401);
  });
});
