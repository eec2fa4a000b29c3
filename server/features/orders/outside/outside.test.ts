import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buyLimit } from '../../../../tests/factories/paper-exchange.ts';
import { paperControl } from '../../../../tests/factories/paper-control.ts';
import { livePage } from '../../../../tests/factories/live-page.ts';
import { outsideGroup, type OutsideGroup, siteWithDoor } from '../../../../tests/factories/outside-group.ts';
import { until } from '../../../../tests/setup/until.ts';

let door: Awaited<ReturnType<typeof siteWithDoor>>;
let control: ReturnType<typeof paperControl>;
const price = (at: string) => control('price', { symbol: 'XRPUSDT', price: at });
beforeAll(async () => {
  door = await siteWithDoor();
  control = paperControl(door.site);
});
beforeEach(async () => {
  await control('reset', {});
  await price('0.52');
});
afterAll(() => door.site.close());

const MAIN = '1000';
const group = (copies: string[], repeats = true) => outsideGroup(door, { main: MAIN, copies }, repeats);
const market = (side: 'BUY' | 'SELL', quantity: string) => ({ side, type: 'MARKET', quantity });
const become = (who: OutsideGroup, ...wanted: string[]) =>
  until(async () => expect((await who.rows()).map(({ status }) => status)).toEqual(wanted));
const show = (who: OutsideGroup, ...lines: string[][]) => until(async () => expect(await who.sent()).toEqual(lines));
const story = async (who: OutsideGroup, blockId: unknown) =>
  ((await who.get(`/api/blocks/${String(blockId)}/events`)).body.events as { kind: string; text: string }[]).map(
    ({ text }) => text,
  );

describe('an entry made directly on the exchange', () => {
  it('rule 7: a limit order is repeated at once, as the same limit, by the ratio of balances', async () => {
    const who = await group(['320', '40']);
    const page = await livePage(door.site, who);
    const skipped = page.listen('copy-skipped');
    await page.settled();
    await who.hand.place(buyLimit('200', '0.5'));
    await become(who, 'placed', 'placed', 'skipped');
    await show(who, ['BUY LIMIT GTC 200 at 0.5 NEW'], ['BUY LIMIT GTC 64 at 0.5 NEW'], []);
    const [main, copy, small] = await who.rows();
    expect(main).toMatchObject({ connectorName: 'Paper', inGroup: false, firstPlacedQuantity: 200 });
    expect(copy).toMatchObject({ connectorName: 'Copy 1', inGroup: true, firstPlacedQuantity: 64 });
    expect(small).toMatchObject({ skipCode: 'BELOW_MIN' });
    await until(() => expect(skipped.bodies()).toMatchObject([{ skipCode: 'BELOW_MIN', connectorName: 'Copy 2' }]));
    expect(await story(who, main?.['blockId'])).toContain(
      'Placed on the exchange directly: buy 200 at 0.5; repeated on one key.',
    );
    await price('0.5');
    await show(who, ['BUY LIMIT GTC 200 at 0.5 FILLED'], ['BUY LIMIT GTC 64 at 0.5 FILLED'], []);
    await become(who, 'filled', 'filled', 'skipped');
  });

  it('rule 7: a market order is followed at most half a percent away, at once or never', async () => {
    const who = await group(['320', '640']);
    await who.hand.place(market('BUY', '192.3'));
    await become(who, 'filled', 'filled', 'filled');
    await show(
      who,
      ['BUY MARKET GTC 192.3 at 0 FILLED'],
      ['BUY LIMIT IOC 61.5 at 0.5226 FILLED'],
      ['BUY LIMIT IOC 123 at 0.5226 FILLED'],
    );
    const [main] = await who.rows();
    expect(main).toMatchObject({ firstFilledQuantity: 192.3, firstFilledPrice: 0.52, filledQuantity: 100 });
  });
});
