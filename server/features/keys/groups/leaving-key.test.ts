import type postgres from 'postgres';
import { expect, it } from 'vitest';
import { GRID } from '../../../../tests/factories/bot-settings.ts';
import { botWorld } from '../../../../tests/factories/bot-world.ts';
import { del, standing } from '../../../../tests/factories/key-family.ts';
import { trader } from '../../../../tests/factories/visitor.ts';
import { paperSite } from '../../../../tests/setup/paper-site.ts';
import { until } from '../../../../tests/setup/until.ts';

const { site, control } = await paperSite({ anew: true });
const { sql } = site.database;

const deletionOf = ({ keyUid }: { keyUid: string }) => ({ market: 'binance', mainUid: keyUid, deleteUid: keyUid });

/** A press that waits for the lock on its owner's account, while something is written first. */
async function meanwhile<Answer>(
  { email }: { email: string },
  press: () => Promise<Answer>,
  write: (tx: postgres.TransactionSql) => Promise<unknown>,
): Promise<Answer> {
  const { answer } = await sql.begin(async (tx) => {
    await tx`select 1 from users where email = ${email} for update`;
    const pressed = press();
    await until(async () => {
      const waiting = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ilike '%"users"%for update%'`;
      expect(waiting).not.toHaveLength(0);
    });
    await write(tx);
    return { answer: pressed };
  });
  return answer;
}

it('M-16 a key with which something was ordered after it was looked at is not deleted', async () => {
  const who = await trader(site);
  const { blockId } = (await who.buy({ price: 0.5 })).body.orderBlock;
  const json = { market: 'binance', symbolName: 'xrp_usdt', blockId };
  expect((await who.send('DELETE', '/api/markets/spot/first/', { json })).body).toEqual({ error: null });
  await until(async () => expect(await sql`select 1 from order_blocks where id = ${blockId} and open`).toEqual([]));
  const { status, body } = await meanwhile(
    who,
    () => del(who, '/api/key', deletionOf(who)),
    // As a deal that is written just then.
    (tx) => tx`update positions set ended_at = null, end_reason = null where block_id = ${blockId}`,
  );
  expect([status, body.error]).toEqual([409, 'Something was ordered with this key meanwhile. Look again.']);
  expect(await standing(who)).toBe('*Paper');
});

async function withGrid() {
  const who = await botWorld(site, { copies: [] });
  await who.price('0.52');
  const bot = await who.create({ type: 'grid', settings: GRID });
  const begin = async () => {
    expect((await bot.call('start')).body.error).toBeNull();
    await bot.shows('running');
  };
  const end = async () => {
    expect((await bot.call('stop', { coins: 'keep' })).body.error).toBeNull();
    await bot.shows('stopped');
  };
  return { ...who, bot, begin, end };
}

it('C-21 a key with which a bot works is not deleted, whatever becomes of its blocks, until its owner has stopped the bot', async () => {
  const who = await withGrid();
  await who.begin();
  for (const openBlocks of [undefined, 'close', 'leave']) {
    const { status, body } = await del(who, '/api/key', { ...deletionOf(who), openBlocks });
    expect([status, body.error]).toEqual([
      409,
      expect.stringMatching(/Night grid.* works with this key\. Stop it first\.$/),
    ]);
  }
  expect(await standing(who)).toBe('*Paper');
  await who.end();
  expect((await del(who, '/api/key', deletionOf(who))).body).toEqual({ error: null });
  expect(await standing(who)).toBe('');
});

it('C-21 a key with which a bot began to work after it was looked at is not deleted', async () => {
  const who = await withGrid();
  await who.begin();
  await who.end();
  const { status, body } = await meanwhile(
    who,
    () => del(who, '/api/key', deletionOf(who)),
    (tx) => tx`update bot_runs set state = 'paused' where bot_id = ${who.bot.botId}`,
  );
  expect([status, body.error]).toEqual([409, 'A bot began to work with this key meanwhile. Stop it first.']);
  expect(await standing(who)).toBe('*Paper');
});

it('C-21 a bot does not begin on a key that is deleted just then', async () => {
  const who = await withGrid();
  const { body } = await meanwhile(
    who,
    () => who.bot.call('start'),
    (tx) => tx`update keys set deleted_at = ${Date.now()}, active = false where id = ${who.keyUid}`,
  );
  expect(body.error).toBe('A key of this bot was deleted just now. Look again.');
  expect(await sql`select 1 from bot_runs where bot_id = ${who.bot.botId}`).toEqual([]);
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
