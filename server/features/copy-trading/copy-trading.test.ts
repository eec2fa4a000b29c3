import { Big } from 'big.js';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { keysOnPaper, type KeysOnPaper } from '../../../tests/factories/copy-group.ts';
import { until } from '../../../tests/setup/until.ts';
import { newId } from '../../lib/id.ts';
import { besideBots, type KeptByBot } from '../bots/index.ts';
import { createCopyTrading } from './index.ts';

let world: KeysOnPaper;
beforeAll(async () => {
  world = await keysOnPaper();
});
afterAll(() => world.close());
beforeEach(() => world.bench.control('reset'));

type Group = Awaited<ReturnType<KeysOnPaper['group']>>;
const refuseReading = () =>
  world.bench.control('fault', { kind: 'reject', code: 503, path: '/api/v3/account', times: 99 });
/** A process that has just started and knows no balances. */
const elsewhere = () => world.openKeys();
const plan = (
  of: Pick<Group, 'userId' | 'mainKeyId'>,
  section: 'buy' | 'sell' = 'buy',
  { keys = world.keys, symbol = 'XRPUSDT', kept = new Map<string, KeptByBot[]>() } = {},
) =>
  createCopyTrading({
    log: world.log,
    keys: besideBots(keys, { keptOnKeys: async () => kept }),
    markets: { findExchangePair: (_market, name) => world.binance.pairs().get(name) ?? null, lastPrice: () => null },
  }).planCopies({
    userId: of.userId,
    mainKeyId: of.mainKeyId,
    market: 'binance',
    symbol,
    section,
    price: new Big('0.52'),
    quantity: new Big('192.3'),
  });
const planned = async (group: Group, keys = world.keys) =>
  (await plan(group, 'buy', { keys })).map(({ quantity, skip }) => [quantity.toFixed(), skip?.code ?? null]);
const known = ({ userId, mainKeyId, copies }: Group) =>
  until(() => {
    for (const keyId of [mainKeyId, ...copies.map((copy) => copy.keyId)])
      expect(world.keys.balances.of(userId, keyId)).not.toBeNull();
  });

it('sizes each copy by its own balance, in the order they were added, without asking the exchange', async () => {
  const group = await world.group({ main: '1000', copies: ['320', '40', '0', '320'] });
  await world.keys.sizeCopy(group.userId, {
    mainUid: group.mainKeyId,
    updateUid: group.copies[3]?.keyId ?? '',
    multiplier: new Big(2),
    ceiling: new Big(20),
  });
  await known(group);
  await refuseReading();
  const plans = await plan(group);
  expect(plans.map(({ keyId }) => keyId)).toEqual(group.copies.map(({ keyId }) => keyId));
  expect(await planned(group)).toEqual([
    ['61.5', null],
    ['0', 'BELOW_MIN'],
    ['0', 'NO_BALANCE'],
    ['38.4', null],
  ]);
  expect((await plan(group, 'sell')).map(({ quantity }) => quantity.toFixed())).toEqual([
    '192.3',
    '192.3',
    '192.3',
    '38.4',
  ]);
});

it('C-5: what bots keep on a key is not counted there, and nowhere else', async () => {
  const group = await world.group({ main: '1000', copies: ['320', '320'] });
  await known(group);
  const { mainKeyId, copies } = group;
  const keeps = (asset: string, amount: string): KeptByBot => {
    return { asset, amount: new Big(amount), botId: newId(), botName: 'Grid' };
  };
  const kept = new Map([
    [mainKeyId, [keeps('USDT', '300'), keeps('USDT', '200')]],
    [copies[1]?.keyId ?? '', [keeps('USDT', '160'), keeps('XRP', '320')]],
  ]);
  expect((await plan(group, 'buy', { kept })).map(({ quantity }) => quantity.toFixed())).toEqual(['123', '61.5']);
});

it('a balance that is not known yet is asked for', async () => {
  const group = await world.group({ main: '1000', copies: ['320'] });
  expect(await planned(group, elsewhere())).toEqual([['61.5', null]]);
});

it('M-14: a copy whose balance is not to be had is skipped, and holds up no other', async () => {
  const group = await world.group({ main: '1000', copies: ['320', '320'] });
  await world.bench.control('key', { key: group.copies[0]?.account.key, revoked: true });
  expect(await planned(group, elsewhere())).toEqual([
    ['0', 'BALANCE_UNKNOWN'],
    ['61.5', null],
  ]);
});

it("without the main key's balance nothing is copied", async () => {
  const group = await world.group({ main: '1000', copies: ['320'] });
  await world.bench.control('key', { key: group.main.key, revoked: true });
  expect(await planned(group, elsewhere())).toEqual([['0', 'MAIN_BALANCE_UNKNOWN']]);
});

it('a key that repeats no deals is not listed, nor are copies of a stranger', async () => {
  const group = await world.group({ main: '1000', copies: ['320', '320'] });
  await world.bench.database.sql`update keys set in_process = false where id = ${group.copies[0]?.keyId ?? ''}`;
  expect((await plan(group)).map(({ keyId }) => keyId)).toEqual([group.copies[1]?.keyId]);
  expect(await plan({ ...group, userId: newId() })).toEqual([]);
});

it('V-04 where no price of the counter currency is known, a rule with an amount skips its copy and says why', async () => {
  const group = await world.group({ main: '1000', copies: ['1000', '1000', '1000'] });
  const size = (index: number, rule: { ceiling: Big | null; fixed: Big | null }) =>
    world.keys.sizeCopy(group.userId, {
      mainUid: group.mainKeyId,
      updateUid: group.copies[index]?.keyId ?? '',
      multiplier: new Big(1),
      ...rule,
    });
  await size(0, { ceiling: new Big(25), fixed: null });
  await size(1, { ceiling: null, fixed: new Big(15) });
  await known(group);
  const plans = await plan(group, 'buy', { symbol: 'ETHBTC' });
  const sentence = "The price of BTC in USDT is not known, and this key's rule is in USDT.";
  expect(plans.slice(0, 2).map(({ skip }) => skip)).toEqual([
    { code: 'PRICE_UNKNOWN', sentence },
    { code: 'PRICE_UNKNOWN', sentence },
  ]);
  expect(plans[2]?.skip?.code).not.toBe('PRICE_UNKNOWN');
});

it('a plan that fails is an empty one: the main key trades all the same', async () => {
  expect(await plan({ userId: 'nobody', mainKeyId: 'nothing' })).toEqual([]);
});
