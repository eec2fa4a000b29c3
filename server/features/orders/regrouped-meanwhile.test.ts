import { expect, it, vi } from 'vitest';
import { type Copiers, copiers } from '../../../tests/factories/copiers.ts';
import { paperSite } from '../../../tests/setup/paper-site.ts';
import type { TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

type Sql = Parameters<Parameters<TestSite['database']['sql']['begin']>[1]>[0];

const { site, control } = await paperSite({ anew: true });

/** The call has sized its orders by then, and waits to write them. */
async function whileWaiting<T>(who: Copiers, call: () => Promise<T>, change: (tx: Sql) => unknown): Promise<T> {
  const { sql } = site.database;
  const { answer } = await sql.begin(async (tx) => {
    await tx`select 1 from users where user_id = ${who.userId} for update`;
    const asked = call();
    await until(async () => {
      const waiting = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ilike '%"users"%for update%'`;
      expect(waiting).not.toHaveLength(0);
    });
    await change(tx);
    return { answer: asked };
  });
  return answer;
}

interface Change<T> {
  keyId: string;
  set: Record<string, string | number | boolean | null>;
  call: () => Promise<T>;
}
const whileChanged = <T>(who: Copiers, { keyId, set, call }: Change<T>): Promise<T> =>
  whileWaiting(who, call, (tx) => tx`update keys set ${tx(set)} where id = ${keyId}`);

const PAUSED = { in_process: false };
const TAKEN_OUT = { main_key_id: null, in_process: false };
const DELETED = { deleted_at: 1, active: false, in_process: false, main_key_id: null };
const REACHED = 'The loss limit is reached.';
const DISABLED = { disabled_reason: 'It may not trade.' };

async function pairOfKeys(free = '320') {
  const who = await copiers(site, { main: '1000', copies: [free] });
  const [copy] = who.copies;
  if (!copy) throw new Error('There is no copy.');
  return { who, copy };
}

it.each([
  ['copying was switched off', PAUSED, 'Copying was switched off for this key before its copy was sent.'],
  ['was taken out of the group', TAKEN_OUT, 'This key was taken out of its group before its copy was sent.'],
  ['was deleted', DELETED, 'This key was deleted before its copy was sent.'],
  ['was disabled', DISABLED, 'It may not trade.'],
])('M-14 a key that %s while an entry was sized copies nothing of it', async (_, set, statusReason) => {
  const { who, copy } = await pairOfKeys();
  const { body } = await whileChanged(who, { keyId: copy.uid, set, call: () => who.buy({ price: 0.5 }) });
  expect(body.error).toBeNull();
  await until(async () =>
    expect(await who.rows()).toMatchObject([
      { status: 'placed' },
      { status: 'skipped', skipCode: 'KEY_DISABLED', statusReason },
    ]),
  );
  expect(await who.resting()).toEqual([['BUY LIMIT 200'], []]);
  expect(await who.sent(copy.paperKey)).toBe(0);
});

it.each([
  ['deleted', DELETED, 'Nothing was placed: the key of this order was deleted.'],
  ['disabled', DISABLED, 'Nothing was placed: Paper is disabled: It may not trade.'],
])('S-34 an entry of a key that was %s while it was sized is refused', async (_, set, error) => {
  const { who, copy } = await pairOfKeys();
  const { body } = await whileChanged(who, { keyId: who.keyUid, set, call: () => who.buy({ price: 0.5 }) });
  expect(body.error).toBe(error);
  expect(await site.database.sql`select 1 from order_blocks where user_id = ${who.userId}`).toEqual([]);
  expect([await who.sent(who.paperKey), await who.sent(copy.paperKey)]).toEqual([0, 0]);
});

it('M-14 a copy that is tried again while copying is switched off for its key is not placed', async () => {
  const { who, copy } = await pairOfKeys('40');
  const { blockId } = (await who.buy({ price: 0.5 })).body.orderBlock;
  await until(async () => expect(await who.rows()).toMatchObject([{ status: 'placed' }, { status: 'skipped' }]));
  await control('balance', { key: copy.paperKey, asset: 'USDT', free: '320' });
  await until(() => expect(site.deps.keys.balances.of(who.userId, copy.uid)?.free.get('USDT')?.toNumber()).toBe(320));
  const { body } = await whileChanged(who, {
    keyId: copy.uid,
    set: PAUSED,
    call: () => who.retry(blockId, copy.uid),
  });
  expect(body.error).toBe('This key does not copy just now: switch it on first.');
  expect(await who.sent(copy.paperKey)).toBe(0);
});

/** The loss limit of a key is reached while an entry waits to be written. */
async function boughtAsReached(who: Copiers, keyId: string) {
  const { gate } = site.deps.trading;
  const { entryRefusal } = gate;
  const reach = () => {
    gate.entryRefusal = (userId, id) => (id === keyId ? REACHED : entryRefusal(userId, id));
  };
  try {
    return (await whileWaiting(who, () => who.buy({ price: 0.5 }), reach)).body;
  } finally {
    gate.entryRefusal = entryRefusal;
  }
}

it('EX-12 an entry of a key whose loss limit is reached while it is sized is refused', async () => {
  const { who } = await pairOfKeys();
  expect((await boughtAsReached(who, who.keyUid)).error).toBe(REACHED);
  expect(await who.resting()).toEqual([[], []]);
});

it('EX-12 a key whose loss limit is reached while an entry is sized copies nothing of it', async () => {
  const { who, copy } = await pairOfKeys();
  expect((await boughtAsReached(who, copy.uid)).error).toBeNull();
  const skipped = { status: 'skipped', skipCode: 'LOSS_LIMIT', statusReason: REACHED };
  await until(async () => expect(await who.rows()).toMatchObject([{ status: 'placed' }, skipped]));
  expect(await who.sent(copy.paperKey)).toBe(0);
});

it('M-14 a copy whose key cannot be opened just now is not marked as sent, and is sent once it can', async () => {
  const { who, copy } = await pairOfKeys();
  const { keys } = site.deps;
  const byIds = vi.spyOn(keys, 'byIds').mockResolvedValueOnce(new Map());
  try {
    expect((await who.buy({ price: 0.5 })).body.error).toBeNull();
    await until(async () => expect(await who.resting()).toEqual([['BUY LIMIT 200'], ['BUY LIMIT 64']]));
    expect(byIds).toHaveBeenCalled();
    expect(await who.sent(copy.paperKey)).toBe(1);
  } finally {
    byIds.mockRestore();
  }
});
