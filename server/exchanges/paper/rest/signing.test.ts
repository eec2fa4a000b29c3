import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ErrorBody,
  type PaperBench,
  type PaperTrader,
  buyLimit,
  openPaperExchange,
  sign,
  signedCalls,
} from '../../../../tests/factories/paper-exchange.ts';

/** The key, the moment and the signatures of the examples in Binance's rest-api.md. */
const DOCS = {
  key: 'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A',
  secret: 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j',
  time: 1_499_827_319_559,
};
const ascii =
  'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559';
const wide = ascii.replace('LTCBTC', '%EF%BC%91%EF%BC%92%EF%BC%93%EF%BC%94%EF%BC%95%EF%BC%96');

let bench: PaperBench;
let ann: PaperTrader;
beforeAll(async () => {
  bench = await openPaperExchange();
  await bench.price('XRPUSDT', '0.5300');
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.control('reset');
  ann = await bench.trader();
});

describe('the documented HMAC examples', () => {
  let docs: PaperBench;
  beforeAll(async () => {
    docs = await openPaperExchange({ clock: () => DOCS.time });
    await docs.database.sql`insert into paper.accounts (api_key, secret, rights, created_at)
      values (${DOCS.key}, ${DOCS.secret}, '{"spot":true,"withdraw":false,"ip":null,"revoked":false}', ${DOCS.time})`;
  });
  afterAll(() => docs.close());

  // LTCBTC is not traded here: 'Invalid symbol.' is what comes once the signature has been accepted.
  const accepted = { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } };
  const post = (query: string, body?: string) =>
    docs.call<ErrorBody>(`/api/v3/order${query && `?${query}`}`, {
      method: 'POST',
      headers: { 'X-MBX-APIKEY': DOCS.key, 'Content-Type': 'application/x-www-form-urlencoded' },
      ...(body === undefined ? {} : { body }),
    });

  it.each([
    [ascii, 'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71'],
    [wide, 'e1353ec6b14d888f1164ae9af8228a3dbd508bc82eb867db8ab6046442f33ef3'],
  ])('%s', async (payload, signature) => {
    expect(await post(`${payload}&signature=${signature}`)).toMatchObject(accepted);
    expect(await post('', `${payload}&signature=${signature}`)).toMatchObject(accepted);
    expect(await post(`${payload}&signature=${signature.toUpperCase()}`)).toMatchObject(accepted);
    const [half, rest] = [payload.slice(0, payload.indexOf('&quantity')), payload.slice(payload.indexOf('quantity'))];
    const split = sign(half + rest, DOCS.secret);
    expect(await post(half, `${rest}&signature=${split}`)).toMatchObject(accepted);
    const wrong = signature.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    expect((await post(`${payload}&signature=${wrong}`)).body).toEqual({
      code: -1022,
      msg: 'Signature for this request is not valid.',
    });
  });
});

describe('who may call', () => {
  it('refuses a malformed key, an unknown key and a wrong secret, each in its own words', async () => {
    const of = (key: string, secret = 'x') => signedCalls({ key, secret }, bench.call).get('/api/v3/account');
    expect(await of('short')).toMatchObject({ status: 401, body: { code: -2014, msg: 'API-key format invalid.' } });
    expect(await of('A'.repeat(64))).toMatchObject({
      status: 401,
      body: { code: -2015, msg: 'Invalid API-key, IP, or permissions for action.' },
    });
    expect(await of(ann.key)).toMatchObject({ status: 400, body: { code: -1022 } });
  });

  it('needs a timestamp and a signature', async () => {
    const headers = { 'X-MBX-APIKEY': ann.key };
    const unstamped = await bench.call<ErrorBody>('/api/v3/account?signature=00', { headers });
    expect(unstamped.body.msg).toBe("Mandatory parameter 'timestamp' was not sent, was empty/null, or malformed.");
    const unsigned = await bench.call<ErrorBody>(`/api/v3/account?timestamp=${Date.now()}`, { headers });
    expect(unsigned.body.msg).toBe("Mandatory parameter 'signature' was not sent, was empty/null, or malformed.");
  });

  it('refuses what was sent too long ago, or in the future, and says which', async () => {
    const at = (timestamp: number, more = {}) => ann.get('/api/v3/account', { timestamp, ...more });
    expect((await at(Date.now() - 6000)).body).toEqual({
      code: -1021,
      msg: 'Timestamp for this request is outside of the recvWindow.',
    });
    expect((await at(Date.now() - 6000, { recvWindow: 30_000 })).status).toBe(200);
    expect((await at(Date.now() + 30_000)).body).toEqual({
      code: -1021,
      msg: "Timestamp for this request was 1000ms ahead of the server's time.",
    });
    expect((await at(Date.now(), { recvWindow: 60_001 })).body).toEqual({
      code: -1102,
      msg: "'recvWindow' contains unexpected value. Cannot be greater than 60000.",
    });
    expect((await at(Date.now() * 1000)).status).toBe(200);
  });

  it('keeps a key to what it may do', async () => {
    const read = () => ann.get<Record<string, unknown>>('/sapi/v1/account/apiRestrictions');
    expect((await read()).body).toMatchObject({
      ipRestrict: false,
      enableReading: true,
      enableSpotAndMarginTrading: true,
      enableWithdrawals: false,
      enableInternalTransfer: false,
      permitsUniversalTransfer: false,
    });
    await bench.control('key', { key: ann.key, spot: false, withdraw: true });
    expect((await read()).body).toMatchObject({ enableSpotAndMarginTrading: false, enableWithdrawals: true });
    expect(await ann.place(buyLimit('100', '0.52'))).toMatchObject({ status: 401, body: { code: -2015 } });
    await bench.control('key', { key: ann.key, spot: true, ip: '203.0.113.7' });
    const refused = 'Invalid API-key, IP, or permissions for action';
    expect((await read()).body).toEqual({ code: -2015, msg: `${refused}, request ip: 127.0.0.1` });
    expect((await ann.get('/api/v3/account')).body).toEqual({ code: -2015, msg: `${refused}.` });
    await bench.control('key', { key: ann.key, ip: '127.0.0.1' });
    expect((await read()).body).toMatchObject({ ipRestrict: true });
    await bench.control('key', { key: ann.key, revoked: true });
    expect((await read()).body).toEqual({ code: -2008, msg: 'Invalid Api-Key ID.' });
    expect(await ann.get('/api/v3/account')).toMatchObject({ status: 401, body: { code: -2015 } });
    await bench.control('reset');
    expect((await read()).body).toMatchObject({ ipRestrict: false, enableWithdrawals: false });
  });
});
