import { expect, it } from 'vitest';
import { outsideBench } from '../../../../tests/factories/external-group.ts';
import { buyLimit } from '../../../../tests/factories/paper-exchange.ts';
import { until } from '../../../../tests/setup/until.ts';

const bench = outsideBench();

it('M-14 a key for which copying is switched off while a deal made on the exchange is sized copies nothing of it', async () => {
  const who = await bench.group('320');
  const { sql } = bench.site().database;
  await sql.begin(async (tx) => {
    await tx`select 1 from users where user_id = ${who.userId} for update`;
    await who.hand.place(buyLimit('200', '0.5'));
    await until(async () => {
      const waiting = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ilike '%"users"%for update%'`;
      expect(waiting).not.toHaveLength(0);
    });
    await tx`update keys set in_process = false where main_key_id = ${who.keyUid}`;
  });
  await who.become(['placed', 'skipped']);
  expect((await who.rows())[1]).toMatchObject({
    skipCode: 'KEY_DISABLED',
    statusReason: 'Copying was switched off for this key before its copy was sent.',
  });
  await who.show(['BUY LIMIT GTC 200 at 0.5 NEW'], []);
});
