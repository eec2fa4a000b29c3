import { describe, expect, it } from 'vitest';
import { type ErrorBody, paperBench } from '../../../../../tests/factories/paper-exchange.ts';

const paper = paperBench();
const symbol = 'XRPUSDT';
const read = async (path: string, fields = {}) => (await paper.ann.get<Record<string, unknown>>(path, fields)).body;
const none = { maker: '0.00000000', taker: '0.00000000', buyer: '0.00000000', seller: '0.00000000' };
const setBurning = async (spotBNBBurn: string) =>
  (await paper.ann.post<ErrorBody>('/sapi/v1/bnbBurn', { spotBNBBurn })).body;

describe('the account', () => {
  it('shows its rates, rights and balances', async () => {
    const account = await read('/api/v3/account', { omitZeroBalances: 'true' });
    expect(account).toMatchObject({
      makerCommission: 10,
      commissionRates: { maker: '0.00100000', taker: '0.00100000', buyer: '0.00000000', seller: '0.00000000' },
      canTrade: true,
      canWithdraw: false,
      accountType: 'SPOT',
      permissions: ['SPOT'],
      uid: expect.any(Number),
    });
    const assets = (account.balances as { asset: string }[]).map((row) => row.asset);
    expect(assets.toSorted()).toEqual(['BNB', 'BTC', 'ETH', 'USDT', 'XRP']);
    const all = (await read('/api/v3/account')).balances as { asset: string }[];
    expect(all).toContainEqual({ asset: 'DOGE', free: '0.00000000', locked: '0.00000000' });
  });

  it('knows no allocations and no amendments', async () => {
    expect(await read('/api/v3/myAllocations', { symbol })).toEqual([]);
    expect(await read('/api/v3/order/amendments', { symbol, orderId: 1 })).toEqual([]);
  });

  it('lists its coins', async () => {
    const coins = (await read('/sapi/v1/capital/config/getall')) as unknown as Record<string, unknown>[];
    expect(coins).toContainEqual({
      coin: 'XRP',
      depositAllEnable: false,
      free: '10000.00000000',
      freeze: '0.00000000',
      ipoable: '0.00000000',
      ipoing: '0.00000000',
      isLegalMoney: false,
      locked: '0.00000000',
      name: 'XRP',
      networkList: [],
      storage: '0.00000000',
      trading: true,
      withdrawAllEnable: false,
      withdrawing: '0.00000000',
    });
  });
});

describe('commission', () => {
  it('shows the rates, and whether BNB pays them', async () => {
    const discount = { enabledForSymbol: true, discountAsset: 'BNB', discount: '0.75000000' };
    expect(await read('/api/v3/account/commission', { symbol })).toEqual({
      symbol,
      standardCommission: { ...none, maker: '0.00100000', taker: '0.00100000' },
      specialCommission: none,
      taxCommission: none,
      discount: { ...discount, enabledForAccount: false },
    });
    await setBurning('true');
    expect(await read('/api/v3/account/commission', { symbol })).toMatchObject({
      discount: { enabledForAccount: true },
    });
    const order = { symbol, side: 'BUY', type: 'MARKET', quantity: '100', computeCommissionRates: 'true' };
    expect((await paper.ann.post('/api/v3/order/test', order)).body).toEqual({
      standardCommissionForOrder: { maker: '0.00100000', taker: '0.00100000' },
      specialCommissionForOrder: { maker: '0.00000000', taker: '0.00000000' },
      taxCommissionForOrder: { maker: '0.00000000', taker: '0.00000000' },
      discount: { ...discount, enabledForAccount: true },
    });
    expect((await paper.ann.balances()).USDT?.free).toBe('10000.00000000');
  });

  it('is paid in BNB once that is switched on, three quarters of it, while there is any', async () => {
    expect(await read('/sapi/v1/bnbBurn')).toEqual({ spotBNBBurn: false, interestBNBBurn: false });
    expect(await setBurning('perhaps')).toMatchObject({ code: -1130 });
    expect(await setBurning('true')).toEqual({ spotBNBBurn: true, interestBNBBurn: false });
    expect(await read('/sapi/v1/bnbBurn')).toEqual({ spotBNBBurn: true, interestBNBBurn: false });
    await paper.bench.price('XRPBNB', '0.001');
    const buy = async () => (await paper.ann.place({ side: 'BUY', type: 'MARKET', quantity: '1000' })).body.fills;
    // A coin in a thousand, at its price in BNB, less a quarter.
    expect(await buy()).toEqual([expect.objectContaining({ commission: '0.00075000', commissionAsset: 'BNB' })]);
    await paper.bench.control('balance', { key: paper.ann.key, asset: 'BNB', free: '0.0007' });
    expect(await buy()).toEqual([expect.objectContaining({ commission: '1.00000000', commissionAsset: 'XRP' })]);
    await setBurning('false');
    expect(await buy()).toEqual([expect.objectContaining({ commissionAsset: 'XRP' })]);
  });
});
