import { expect, it } from 'vitest';
import { del, standing } from '../../../../tests/factories/key-family.ts';
import { trader } from '../../../../tests/factories/visitor.ts';
import { paperSite } from '../../../../tests/setup/paper-site.ts';
import { until } from '../../../../tests/setup/until.ts';

const { site, control } = await paperSite({ anew: true });
const { sql } = site.database;

const deletionOf = ({ keyUid }: { keyUid: string }) => ({ market: 'binance', mainUid: keyUid, deleteUid: keyUid });

it('M-16 a key with which something was ordered after it was looked at is not deleted', async () => {
  const who = await trader(site);
  const { blockId } = (await who.buy({ price: 0.5 })).body.orderBlock;
  const json = { market: 'binance', symbolName: 'xrp_usdt', blockId };
  expect((await who.send('DELETE', '/api/markets/spot/first/', { json })).body).toEqual({ error: null });
  await until(async () => expect(await sql`select 1 from order_blocks where id = ${blockId} and open`).toEqual([]));
  const { answer } = await sql.begin(async (tx) => {
    await tx`select 1 from users where email = ${who.email} for update`;
    const deletion = del(who, '/api/key', deletionOf(who));
    await until(async () => {
      const waiting = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ilike '%"users"%for update%'`;
      expect(waiting).not.toHaveLength(0);
    });
    // As a deal that is written just then.
    await tx`update positions set ended_at = null, end_reason = null where block_id = ${blockId}`;
    return { answer: deletion };
  });
  const { status, body } = await answer;
  expect([status, body.error]).toEqual([409, 'Something was ordered with this key meanwhile. Look again.']);
  expect(await standing(who)).toBe('*Paper');
});

it('M-03 an order that is left on an exchange that does not answer ends here, though its key is deleted', async () => {
  const who = await trader(site);
  await control('fault', { kind: 'drop-after', times: 1, path: 'POST /api/v3/order' });
  await control('fault', { kind: 'drop-before', times: 1000, path: 'GET /api/v3/order' });
  await control('fault', { kind: 'mute-streams', times: 1 });
  expect((await who.buy({ price: 0.5 })).status).toBe(502);
  expect((await del(who, '/api/key', { ...deletionOf(who), openBlocks: 'leave' })).body).toEqual({ error: null });
  const parts = await sql`
    select b.open, p.state, p.end_reason as "endReason" from order_blocks b
    join positions p on p.user_id = b.user_id and p.block_id = b.id where p.key_id = ${who.keyUid}`;
  expect([...parts]).toEqual([{ open: false, state: 'released', endReason: 'released' }]);
});
