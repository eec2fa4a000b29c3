import { describe, expect, it } from 'vitest';
import { credentials, scriptedBinance } from '../../../../tests/factories/scripted-binance.ts';

const none = { maker: '0.00000000', taker: '0.00000000', buyer: '0.00000000', seller: '0.00000000' };
const usual = { ...none, maker: '0.00100000', taker: '0.00100000' };
const bnb = { enabledForAccount: true, enabledForSymbol: true, discountAsset: 'BNB', discount: '0.75000000' };

async function commissionOf(changed: object) {
  const { exchange, binance } = await scriptedBinance();
  exchange.on('GET /api/v3/account/commission', ({ params }) => ({
    body: {
      symbol: params.get('symbol'),
      standardCommission: usual,
      specialCommission: none,
      taxCommission: none,
      discount: { ...bnb, enabledForAccount: false },
      ...changed,
    },
  }));
  const answer = await binance.commission(credentials, 'XRPUSDT');
  if (answer.outcome !== 'ok') throw new Error('no commission');
  const { maker, taker, discount } = answer.value;
  return [maker.toFixed(), taker.toFixed(), discount && [discount.asset, discount.factor.toFixed()]];
}

describe('commission', () => {
  it('is the standard rate, without a discount where it is off for account or symbol', async () => {
    expect(await commissionOf({})).toEqual(['0.001', '0.001', null]);
    expect(await commissionOf({ discount: { ...bnb, enabledForSymbol: false } })).toEqual(['0.001', '0.001', null]);
  });

  it('is charged by three quarters in BNB', async () => {
    expect(await commissionOf({ discount: bnb })).toEqual(['0.001', '0.001', ['BNB', '0.75']]);
  });

  // commission_faq.md: taker + seller of all three, and a discount on the standard part alone.
  it("adds up Binance's own example, where the discount leaves nearly nothing off", async () => {
    const example = {
      standardCommission: { maker: '0.00000010', taker: '0.00000020', buyer: '0.00000030', seller: '0.00000040' },
      specialCommission: { maker: '0.01000000', taker: '0.02000000', buyer: '0.03000000', seller: '0.04000000' },
      taxCommission: { maker: '0.00000112', taker: '0.00000114', buyer: '0.00000118', seller: '0.00000116' },
      discount: { ...bnb, discount: '0.25000000' },
    };
    const [maker, taker, discount] = await commissionOf(example);
    expect([maker, taker]).toEqual(['0.0500028', '0.06000292']);
    expect(discount).toEqual(['BNB', '0.99999251']);
  });

  it('that reads otherwise than documented is unknown', async () => {
    const { exchange, binance } = await scriptedBinance();
    exchange.on('GET /api/v3/account/commission', () => ({ body: { symbol: 'XRPUSDT' } }));
    expect(await binance.commission(credentials, 'XRPUSDT')).toMatchObject({ outcome: 'unknown' });
  });
});
