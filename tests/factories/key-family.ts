import { expect } from 'vitest';
import type { TestSite } from '../setup/site.ts';
import { trader, type Visitor } from './visitor.ts';

export type Trader = Awaited<ReturnType<typeof trader>>;
interface Shown {
  uid: string;
  name: string;
  inProcess: boolean;
}
const market = 'binance';

export const paper = async (who: Trader) =>
  (await who.post('/api/paper/key', {})).body as { key: string; secret: string };
export const put = (who: Trader, path: string, json: object) => who.send('PUT', path, { json });
export const del = (who: Trader, path: string, json: object) => who.send('DELETE', path, { json });

export async function add(who: Trader, name: string): Promise<string> {
  const { body } = await who.post('/api/key', { market, name, ...(await paper(who)) });
  expect(body.error).toBeNull();
  return body.uid;
}
export async function addCopy(who: Trader, name: string, mainUid = who.keyUid): Promise<string> {
  const json = { market, name, mainUid, groupName: 'Family', ...(await paper(who)) };
  const { body } = await who.post('/api/key/group', json);
  expect(body.error).toBeNull();
  return body.uid;
}

/** As a person reads it: `*Paper(Copy 1+ Copy 2-) Other`, the active group first, + where copying is on. */
export async function standing(who: Pick<Visitor, 'get'>): Promise<string> {
  const [group] = (await who.get('/api/key/all')).body.apiKeyMarketGroups;
  if (!group) return '';
  const say = ({ mainKey, copyKeys }: { mainKey: Shown; copyKeys: Shown[] }) => {
    const copies = copyKeys.map(({ name, inProcess }) => `${name}${inProcess ? '+' : '-'}`).join(' ');
    return copies ? `${mainKey.name}(${copies})` : mainKey.name;
  };
  const active = group.activeMainApiKeyGroup ? [`*${say(group.activeMainApiKeyGroup)}`] : [];
  return [...active, ...group.apiKeyGroups.map(say)].join(' ');
}

/** A main key with two copies, and another main key. */
export async function family(site: TestSite) {
  const who = await trader(site);
  const [one, two] = [await addCopy(who, 'One'), await addCopy(who, 'Two')];
  const other = await add(who, 'Other');
  expect(await standing(who)).toBe('*Paper(One+ Two+) Other');
  return { who, one, two, other };
}
