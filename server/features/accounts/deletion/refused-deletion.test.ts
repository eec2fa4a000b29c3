import { expect, it } from 'vitest';
import { HOUR } from '#contracts/rules/time.ts';
import { paper, put } from '../../../../tests/factories/key-family.ts';
import { PASSWORD } from '../../../../tests/factories/visitor.ts';
import { type DealTrader, filledEntry, setTargets, XRP_PAIR, xrpDeals } from '../../../../tests/factories/xrp-deals.ts';
import { until } from '../../../../tests/setup/until.ts';

const deals = xrpDeals();

const PLAN = {
  takeProfits: [
    { price: 0.546, share: 0.5 },
    { price: 0.56, share: 0.3 },
    { price: 0.58, share: 0.2 },
  ],
  stopLoss: { price: 0.494 },
};

type Setting = (who: DealTrader, blockId: string) => Promise<unknown>;
const withStop: Setting = (who, blockId) => setTargets(who, blockId, { stopLossPrice: 0.5 });
const withPlan: Setting = async (who, blockId) => {
  await who.post('/api/markets/spot/plan', { ...XRP_PAIR, blockId, ...PLAN });
  await until(async () => expect(await restingOf(who.paperKey)).toHaveLength(6));
  await deals.price('0.546');
  await until(async () => expect(await restingOf(who.paperKey)).toHaveLength(4));
};

async function restingOf(apiKey: string): Promise<string[]> {
  const lines = await deals.site().database.sql<{ line: string }[]>`
    select side || ' ' || type || ' ' || trim_scale(quantity) as line from paper.orders
    where api_key = ${apiKey} and status = 'NEW' order by line`;
  return lines.map(({ line }) => line);
}

/** A filled block with exits on one key, and an entry that rests on another one. */
async function withTwoKeys(setting: Setting) {
  const who = await deals.trader();
  await setting(who, await filledEntry(deals, who));
  const other = await paper(who);
  const { uid } = (await who.post('/api/key', { market: 'binance', name: 'Other', ...other })).body;
  await put(who, '/api/key/replace', { market: 'binance', uid: who.keyUid, replaceUid: uid });
  expect((await who.buy({ price: 0.4 })).body.error).toBeNull();
  return { who, other };
}

it.each([
  ['a stop', withStop],
  ['a plan of which a target has filled', withPlan],
])(
  'S-08 a deletion that is refused, since some orders could not be canceled, leaves %s of another block in place',
  async (_, setting) => {
    const { who, other } = await withTwoKeys(setting);
    const wanted = () => deals.site().database.sql`
    select take_profits, stop, plan, before, timing, ending from order_blocks
    where user_id = (select user_id from users where email = ${who.email}) order by created_at`;
    const [asked, before] = [[...(await wanted())], await restingOf(who.paperKey)];
    expect(before.filter((line) => line.includes('STOP_LOSS'))).not.toEqual([]);
    await deals.control('fault', { kind: 'drop-before', times: 1000, path: 'DELETE /api/v3/order', key: other.key });
    const { status, body } = await who.send('DELETE', '/api/user', {
      json: { password: PASSWORD, cancelOrders: true },
    });
    expect([status, body.error]).toEqual([409, expect.stringMatching(/^[^:]*canceled\. Other: /)]);
    await until(async () => expect(await restingOf(who.paperKey)).toEqual(before));
    expect([...(await wanted())]).toEqual(asked);
    expect(await restingOf(other.key)).toHaveLength(1);
  },
);

it('S-08 a deletion that is refused, since another process works on a block, puts the stops of all others back', async () => {
  const { database } = deals.site();
  const who = await deals.trader();
  await withStop(who, await filledEntry(deals, who));
  const before = await restingOf(who.paperKey);
  expect(before).toEqual([expect.stringContaining('STOP_LOSS')]);
  const heldBlock = await filledEntry(deals, who, { counterEarning: false });
  await database.sql`
    update order_blocks set lease_owner = 'other', lease_until = ${Date.now() + HOUR} where id = ${heldBlock}`;
  const { status, body } = await who.send('DELETE', '/api/user', { json: { password: PASSWORD, cancelOrders: true } });
  await until(async () => expect(await restingOf(who.paperKey)).toEqual(before));
  expect([status, body.error]).toEqual([503, expect.stringContaining('Targets and stops are put back')]);
  expect((await who.get('/api/user')).body.email).toBe(who.email);
});
