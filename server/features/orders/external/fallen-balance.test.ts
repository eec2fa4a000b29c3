import { expect, it, vi } from 'vitest';
import { big } from '../../../../tests/factories/block-sketch.ts';
import { filledEntry, IN_TIME, xrpDeals } from '../../../../tests/factories/xrp-deals.ts';
import type { AccountEvent } from '../../../exchanges/exchange.ts';
import { knownFree } from '../sending/known-free.ts';
import { orderFacts } from '../sending/order-facts.ts';
import { ExternalChanges } from './external-changes.ts';

const deals = xrpDeals();

const EVENTS: AccountEvent[] = [
  { kind: 'balance', balances: [{ asset: 'XRP', free: big('0'), locked: big('0') }] },
  // Coins came or went; how much is left is not told.
  { kind: 'balance', balances: [] },
  { kind: 'gap' },
];

it('V-07 a fallen balance, an untold change and a gap: what blocks hold is compared without a word of an order', async () => {
  const owners = [];
  for (const event of EVENTS) {
    const who = await deals.trader();
    owners.push({ who, event, blockId: await filledEntry(deals, who) });
  }
  const { orders, orderEngine } = deals.site().deps;
  // It would find them too, with its look of every minute.
  await orderEngine.stop();
  const changes = new ExternalChanges({
    ...orders,
    facts: orderFacts(orders, () => {}),
    free: knownFree(),
    watch: () => {},
    schedule: () => {},
    isOwn: () => true,
  });
  for (const { who, event, blockId } of owners) {
    await deals.control('balance', { key: who.paperKey, asset: 'XRP', free: '0' });
    const [{ userId } = { userId: '' }] = await orders.db.$client<{ userId: string }[]>`
      select user_id as "userId" from order_blocks where id = ${blockId}`;
    const key = await orders.keys.byId(userId, who.keyUid);
    if (!key) throw new Error('The key is gone.');
    const interference = async () => (await deals.rows(who, 'buy'))[0]?.['interference'];
    expect(await interference()).toBeNull();
    changes.receive(userId, key, event);
    await vi.waitFor(async () => expect(await interference()).toBe('balance-spent'), IN_TIME);
  }
  await changes.stop();
});
