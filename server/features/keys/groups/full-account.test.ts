import { expect, it } from 'vitest';
import { KEYS_PER_ACCOUNT } from '#contracts/keys.ts';
import { add, addCopy, del, put, standing } from '../../../../tests/factories/key-family.ts';
import { livePage } from '../../../../tests/factories/live-page.ts';
import { PASSWORD, trader, visitor } from '../../../../tests/factories/visitor.ts';
import { paperSite } from '../../../../tests/setup/paper-site.ts';
import { until } from '../../../../tests/setup/until.ts';

/** Its own site: so many keys use much of the request budget. */
const { site } = await paperSite();

const market = 'binance';

/** Paper leads all keys that an account may have except Other; copying is off for the last of them. */
async function fullAccount() {
  const who = await trader(site);
  const other = await add(who, 'Other');
  const copies: Record<string, string> = {};
  for (let index = 1; index <= KEYS_PER_ACCOUNT - 2; index += 1)
    copies[`Copy${index}`] = await addCopy(who, `Copy${index}`);
  const last = Object.values(copies).at(-1);
  await put(who, '/api/key/group/updateKey', { market, mainUid: who.keyUid, updateUid: last, inProcess: false });
  return { who, other, copies };
}

it('the active main key of 18 copies goes: no choice of what follows makes a key copy by itself', async () => {
  const { who, other, copies } = await fullAccount();
  const elsewhere = visitor(site);
  await elsewhere.post('/j_spring_security_check', { j_email: who.email, j_password: PASSWORD });
  const news = (await livePage(site, elsewhere)).listen('keys');
  /** The keys after it, as another session reads them once it is notified. */
  const replace = async (deleteUid: string, replaceUid: string) => {
    const reported = news.messages.length;
    const of = { market, mainUid: deleteUid, deleteUid, replaceUid, openBlocks: 'leave' };
    expect((await del(who, '/api/key/group/delete', of)).body).toEqual({ error: null });
    await until(() => expect(news.messages.length).toBeGreaterThan(reported));
    const [{ activeMainApiKeyGroup, apiKeyGroups }] = (await who.get('/api/key/all')).body.apiKeyMarketGroups;
    const mains: { inProcess: boolean }[] = [activeMainApiKeyGroup, ...apiKeyGroups].map(({ mainKey }) => mainKey);
    expect(mains.filter(({ inProcess }) => inProcess)).toEqual([]);
    return standing(elsewhere);
  };
  /** The keys of one more deal, all of which are stored before the response. */
  const dealt = async () => {
    const anew = { 'idempotency-key': crypto.randomUUID() };
    const { orderBlock } = (await who.buy({ price: 0.52, counterQuantity: 20 }, anew)).body;
    const rows: { connectorName: string }[] = (await who.rows()).content[orderBlock.blockId];
    return rows.map(({ connectorName }) => connectorName);
  };
  const names = Object.keys(copies);
  const { Copy1 = '', Copy7 = '' } = copies;
  const copying = names.slice(0, -1);
  const on = (some: string[]) => some.map((name) => `${name}+`).join(' ');
  expect(await standing(who)).toBe(`*Paper(${on(copying)} Copy18-) Other`);

  // One of its own copies: the others stay under it unchanged.
  const under7 = copying.filter((name) => name !== 'Copy7');
  expect(await replace(who.keyUid, Copy7)).toBe(`*Copy7(${on(under7)} Copy18-) Other`);
  expect(await dealt()).toEqual(['Copy7', ...under7]);

  // A key without a group; the account is full again.
  const { paperKey: key, paperSecret: secret } = who;
  const again = await who.post('/api/key/group', { market, name: 'Back', mainUid: Copy7, groupName: 'G', key, secret });
  expect(again.body.error).toBeNull();
  const all = [...names, 'Back'].filter((name) => name !== 'Copy7');
  expect(all).toHaveLength(18);
  expect(await replace(Copy7, other)).toBe(`*Other ${all.join(' ')}`);
  expect(await dealt()).toEqual(['Other']);

  // Another group, which does not change.
  const into = (mainUid: string, added: string[]) => {
    const addUids = added.map((name) => copies[name]);
    return put(who, '/api/key/group/add', { market, mainUid, addUids, groupName: 'Again' });
  };
  const under1 = all.filter((name) => !['Copy1', 'Copy2', 'Back'].includes(name));
  await into(other, ['Copy2']);
  await into(Copy1, under1);
  await put(who, '/api/key/replace', { market, uid: other, replaceUid: Copy1 });
  expect(await standing(who)).toBe(`*Copy1(${on(under1)}) Other(Copy2+) Back`);
  expect(await replace(Copy1, other)).toBe(`*Other(Copy2+) ${under1.join(' ')} Back`);
  expect(await dealt()).toEqual(['Other', 'Copy2']);
});
