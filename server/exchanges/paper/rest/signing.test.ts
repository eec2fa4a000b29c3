import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ErrorBody,
  type Fields,
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
    await docs.price('LTCBTC', '0.1');
    await docs.database.sql`insert into paper.accounts (api_key, secret, rights, created_at)
      values (${DOCS.key}, ${DOCS.secret}, '{"spot":true,"withdraw":false,"ip":null,"revoked":false}', ${DOCS.time})`;
  });
  afterAll(() => docs.close());

  // What comes once the signature has been accepted: the account has nothing, and the symbol of figures is not traded.
  const penniless = {
    status: 400,
    body: { code: -2010, msg: 'Account has insufficient balance for requested action.' },
  };
  const unlisted = { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } };
  const post = (query: string, body?: string) =>
    docs.call<ErrorBody>(`/api/v3/order${query && `?${query}`}`, {
      method: 'POST',
      headers: { 'X-MBX-APIKEY': DOCS.key, 'Content-Type': 'application/x-www-form-urlencoded' },
      ...(body === undefined ? {} : { body }),
    });

  it.each([
    [ascii, 'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71', penniless],
    [wide, 'e1353ec6b14d888f1164ae9af8228a3dbd508bc82eb867db8ab6046442f33ef3', unlisted],
  ])('%s', async (payload, signature, accepted) => {
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

describe('timing security', () => {
  const now = 1_780_000_000_000;
  let still: PaperBench;
  let bob: PaperTrader;
  beforeAll(async () => {
    still = await openPaperExchange({ clock: () => now });
    bob = await still.trader();
  });
  afterAll(() => still.close());

  const late = { code: -1021, msg: 'Timestamp for this request is outside of the recvWindow.' };
  const early = { code: -1021, msg: "Timestamp for this request was 1000ms ahead of the server's time." };
  const cases: [string, Fields, object | null][] = [
    ['999 ms ahead', { timestamp: now + 999 }, null],
    ['1000 ms ahead', { timestamp: now + 1000 }, early],
    ['as old as the window', { timestamp: now - 5000 }, null],
    ['1 ms older than the window', { timestamp: now - 5001 }, late],
    ['as old as its own window', { timestamp: now - 60_000, recvWindow: 60_000 }, null],
    ['older than its own window', { timestamp: now - 101, recvWindow: 100 }, late],
    ['no older than now, and no window', { timestamp: now, recvWindow: 0 }, null],
    ['a fraction of a millisecond', { timestamp: now - 6000, recvWindow: '6000.346' }, null],
    ['in microseconds', { timestamp: now * 1000 }, null],
    ['in microseconds, 999,999 ahead', { timestamp: now * 1000 + 999_999 }, null],
    ['in microseconds, a second ahead', { timestamp: now * 1000 + 1_000_000 }, early],
    ['in microseconds, within the fraction', { timestamp: now * 1000 - 100_346, recvWindow: '100.346' }, null],
    ['in microseconds, beyond the fraction', { timestamp: now * 1000 - 100_347, recvWindow: '100.346' }, late],
    [
      'a window over a minute',
      { timestamp: now, recvWindow: '60000.001' },
      { code: -1102, msg: "'recvWindow' contains unexpected value. Cannot be greater than 60000." },
    ],
    [
      'a window of four decimals',
      { timestamp: now, recvWindow: '5000.0001' },
      { code: -1111, msg: "Parameter 'recvWindow' has too much precision." },
    ],
    [
      'a window in words',
      { timestamp: now, recvWindow: 'wide' },
      {
        code: -1100,
        msg: String.raw`Illegal characters found in parameter 'recvWindow'; legal range is '^([0-9]{1,20})(\.[0-9]{1,20})?$'.`,
      },
    ],
  ];
  it.each(cases)('%s', async (_case, fields, refused) => {
    const { status, body } = await bob.get<unknown>('/api/v3/account', fields);
    if (refused) expect({ status, body }).toEqual({ status: 400, body: refused });
    else expect({ status, body }).toMatchObject({ status: 200, body: { accountType: 'SPOT' } });
  });
});

describe('what is signed', () => {
  const post = (query: string, body: string) =>
    bench.call<ErrorBody>(`/api/v3/order?${query}`, {
      method: 'POST',
      headers: { 'X-MBX-APIKEY': ann.key, 'Content-Type': 'application/x-www-form-urlencoded' },
      body,
    });
  const wrong = { status: 400, body: { code: -1022, msg: 'Signature for this request is not valid.' } };
  const foreign = { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } };

  it('the signature may stand anywhere, in query or body', async () => {
    const [query, body] = ['symbol=NOPE&side=BUY&type=MARKET', `quantity=1&timestamp=${Date.now()}`];
    const signature = `signature=${sign(query + body, ann.secret)}`;
    expect(await post(`${signature}&${query}`, body)).toMatchObject(foreign);
    expect(await post(query, `${signature}&${body}`)).toMatchObject(foreign);
    expect(await post(query, body.replace('&', `&${signature}&`))).toMatchObject(foreign);
    expect(await post(body, `${query}&${signature}`)).toMatchObject(wrong);
  });

  it('only what is percent-encoded', async () => {
    const payload = (symbol: string) => `symbol=${symbol}&side=BUY&type=MARKET&quantity=1&timestamp=${Date.now()}`;
    const send = async (text: string, signed = text) => post('', `${text}&signature=${sign(signed, ann.secret)}`);
    const name = '１２３４５６';
    expect(await send(payload(encodeURIComponent(name)))).toMatchObject(foreign);
    expect(await send(payload(name))).toMatchObject(wrong);
    expect(await send(payload(encodeURIComponent(name)), payload(name))).toMatchObject(wrong);
  });

  it('a parameter sent twice is refused, one in query and body counts as the query has it', async () => {
    const twice = `symbol=NOPE&symbol=XRPUSDT&side=BUY&type=MARKET&quantity=1&timestamp=${Date.now()}`;
    expect(await post(`${twice}&signature=${sign(twice, ann.secret)}`, '')).toMatchObject({
      status: 400,
      body: { code: -1101, msg: 'Duplicate values for a parameter detected.' },
    });
    const [query, body] = ['symbol=NOPE&side=BUY&type=MARKET', `symbol=XRPUSDT&quantity=1&timestamp=${Date.now()}`];
    expect(await post(query, `${body}&signature=${sign(query + body, ann.secret)}`)).toMatchObject(foreign);
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
