import { expect, it } from 'vitest';
import { credentials, scriptedBinance } from '../../../../tests/factories/scripted-binance.ts';
import type { Reply } from '../../../../tests/doubles/scripted-exchange.ts';

const may = { enableReading: true, enableSpotAndMarginTrading: true, enableWithdrawals: false };
const account: Reply = { body: { canTrade: true, balances: [] } };
const restrictions = (more: object): Reply => ({ body: { ...may, ...more } });
const error = (status: number, code: number, msg = 'Some reason.'): Reply => ({ status, body: { code, msg } });
const mix = 'Invalid API-key, IP, or permissions for action';

const check = async (accountReply: Reply, walletReply: Reply) => {
  const { exchange, binance } = await scriptedBinance({ call: 3_000 });
  exchange.on('GET /api/v3/account', () => accountReply);
  exchange.on('GET /sapi/v1/account/apiRestrictions', () => walletReply);
  return binance.checkKey(credentials);
};

it('takes a key that reads and trades spot, and moves nothing', async () => {
  const no = { enableInternalTransfer: false, permitsUniversalTransfer: false };
  expect(await check(account, restrictions(no))).toMatchObject({ ok: true });
});

it.each([
  ['can-withdraw', account, restrictions({ enableWithdrawals: true })],
  ['can-withdraw', account, restrictions({ enableInternalTransfer: true })],
  ['can-withdraw', account, restrictions({ permitsUniversalTransfer: true })],
  ['no-spot', account, restrictions({ enableSpotAndMarginTrading: false })],
  ['no-spot', account, restrictions({ enableReading: false })],
  ['no-spot', { body: { canTrade: false } }, restrictions({})],
  ['no-spot', error(401, -2015, `${mix}.`), restrictions({})],
  ['wrong-key', error(400, -2014), error(400, -2014)],
  ['wrong-key', error(401, -2015, `${mix}.`), error(400, -2008, 'Invalid Api-Key ID.')],
  ['wrong-key', error(401, -2015, `${mix}.`), error(401, -2015, `${mix}.`)],
  ['wrong-ip', error(401, -2015, `${mix}.`), error(401, -2015, `${mix}, request ip: 203.0.113.7`)],
  ['wrong-secret', error(400, -1022), error(400, -1022)],
  ['unreachable', 'reset', 'reset'],
  ['unreachable', account, { status: 404, body: '<html>' }],
  ['unreachable', account, { status: 502, body: '' }],
] satisfies [string, Reply, Reply][])('%s', async (fault, accountReply, walletReply) => {
  const checked = await check(accountReply, walletReply);
  expect(checked).toMatchObject({ ok: false, fault, sentence: expect.stringMatching(/^[A-Z].*\.$/) });
});

it.each([
  ['203.0.113.7', ''],
  ['203.0.113.7', '.'],
  ['2001:db8::7', ''],
])('a foreign address is named, so that it can be put on the list: %s%s', async (address, end) => {
  const msg = `${mix}, request ip: ${address}${end}`;
  expect(await check(error(401, -2015, `${mix}.`), error(401, -2015, msg))).toEqual({
    ok: false,
    fault: 'wrong-ip',
    sentence: `Binance does not accept this key from our address. Add ${address} to the key's trusted IPs.`,
    address,
    rights: [],
  });
});

it('a key that no header can carry is a wrong key, and never leaves', async () => {
  const { exchange, binance } = await scriptedBinance();
  const checked = await binance.checkKey({ apiKey: 'two\nlines', secret: 's' });
  expect(checked).toMatchObject({ ok: false, fault: 'wrong-key' });
  expect(exchange.seen).toHaveLength(0);
});
