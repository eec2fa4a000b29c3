import { afterAll, beforeAll, expect, it } from 'vitest';
import { paperControl } from '../../../tests/factories/paper-control.ts';
import { trader } from '../../../tests/factories/visitor.ts';
import { shiftedClock } from '../../../tests/setup/shifted-clock.ts';
import { testSite, type TestSite } from '../../../tests/setup/site.ts';
import { until } from '../../../tests/setup/until.ts';

const { clock, pass } = shiftedClock();
let site: TestSite;
let control: ReturnType<typeof paperControl>;
beforeAll(async () => {
  site = await testSite({}, clock);
  control = paperControl(site);
  await control('price', { symbol: 'XRPUSDT', price: '0.52' });
});
afterAll(() => site.close());

/** While the database refuses to have any order's answer called lost. */
async function withoutWriting(act: () => Promise<unknown>): Promise<void> {
  const { sql } = site.database;
  await sql`create function refuse_write() returns trigger language plpgsql as $$
    begin raise exception 'not now'; end $$`;
  await sql`create trigger refuse_write before update on orders
    for each row when (new.state = 'unknown') execute function refuse_write()`;
  await act();
  await sql`drop trigger refuse_write on orders`;
}
const states = (keyUid: string) =>
  site.database.sql<{ id: string; state: string }[]>`
    select client_order_id as id, state from orders where key_id = ${keyUid} order by placed_at`;

/** A person whose key's stream has brought a report: a stream that begins has all orders compared. */
async function followed() {
  const who = await trader(site);
  await who.buy({ price: 0.48 });
  const [first] = await states(who.keyUid);
  await control('order', { key: who.paperKey, symbol: 'XRPUSDT', clientOrderId: first?.id ?? '', do: 'cancel' });
  const last = async () => (await states(who.keyUid)).at(-1)?.state;
  await until(async () => expect(await last()).toBe('cancelled'));
  return { who, last };
}

it('M-04: an order whose lost answer could not be written down is looked up, and does not wait for the comparison', async () => {
  const { who, last } = await followed();
  await withoutWriting(async () => {
    await control('fault', { kind: 'unknown-dropped', times: 1, key: who.paperKey });
    expect(await who.buy({ price: 0.5 })).toMatchObject({ status: 500 });
  });
  pass(25_000);
  await until(async () => expect(await last()).toBe('rejected'));
});
