import type { TestSite } from '../setup/site.ts';
import { until } from '../setup/until.ts';
import { paperControl } from './paper-control.ts';
import { trader } from './visitor.ts';

export interface Copy {
  uid: string;
  name: string;
  paperKey: string;
  paperSecret: string;
}
/** What each account has free of one asset; USDT unless named. */
export interface Free {
  main: string;
  copies: readonly string[];
  asset?: 'USDT' | 'XRP';
}
type Row = Record<string, unknown>;

export const XRP = { market: 'binance', symbolName: 'xrp_usdt' };

/** A trader whose main key has copy keys, each an account of its own with so much free. */
export async function copiers(site: TestSite, of: Free) {
  const control = paperControl(site);
  const fund = (key: string, free: string) => control('balance', { key, asset: of.asset ?? 'USDT', free });
  const who = await trader(site);
  await fund(who.paperKey, of.main);
  const [{ userId } = { userId: '' }] = await site.database.sql<{ userId: string }[]>`
    select user_id as "userId" from users where email = ${who.email}`;
  const copies: Copy[] = [];
  for (const [index, free] of of.copies.entries()) {
    const { key, secret } = (await who.post('/api/paper/key', {})).body as { key: string; secret: string };
    await fund(key, free);
    const name = `Copy ${index + 1}`;
    const { uid } = await site.deps.keys.addCopy(userId, who.keyUid, { market: 'binance', name, key, secret });
    copies.push({ uid: uid ?? '', name, paperKey: key, paperSecret: secret });
  }
  // A key that has no copies is not watched for them.
  const watched = copies.length === 0 ? [] : [who.keyUid, ...copies.map(({ uid }) => uid)];
  await until(() => {
    for (const keyId of watched)
      if (!site.deps.keys.balances.of(userId, keyId)) throw new Error('a balance is not known yet');
  });

  /** A block's rows, the main key's first; of the only block there is, unless named. */
  async function rows(section = 'buy', blockId?: string): Promise<Row[]> {
    const content = (await who.rows(section)).content as Record<string, Row[]>;
    return (blockId === undefined ? Object.values(content)[0] : content[blockId]) ?? [];
  }
  const block = (method: string, path: string, json: Row) =>
    who.send(method, `/api/markets/spot/${path}`, { json: { ...XRP, ...json } });

  return {
    ...who,
    userId,
    copies,
    rows,
    /** A call about a block of the pair. */
    block,
    retry: (blockId: string, uid: string) => who.post('/api/markets/spot/copy/retry', { blockId, uid }),
    /** What rests on the exchange for each key, the main key's first, straight from its books. */
    async resting(): Promise<string[][]> {
      const found = await site.database.sql<{ key: string; line: string }[]>`
        select api_key as key, side || ' ' || type || ' ' || trim_scale(quantity)::text as line
        from paper.orders where status in ('NEW', 'PARTIALLY_FILLED', 'PENDING_NEW') order by type, order_id`;
      const keys = [who.paperKey, ...copies.map(({ paperKey }) => paperKey)];
      return keys.map((own) => found.filter(({ key }) => key === own).map(({ line }) => line));
    },
    /** How many orders an account ever sent. */
    async sent(paperKey: string): Promise<number> {
      return (await site.database.sql`select order_id from paper.orders where api_key = ${paperKey}`).length;
    },
  };
}
export type Copiers = Awaited<ReturnType<typeof copiers>>;
