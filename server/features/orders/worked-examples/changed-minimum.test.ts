import { describe, expect, it } from 'vitest';
import { accountsOf, enter, entriesOf, FREE, ruleDeals } from '../../../../tests/factories/rule-deals.ts';
import { xrpDeals } from '../../../../tests/factories/xrp-deals.ts';

const deals = xrpDeals();
const { shows } = ruleDeals(deals);

describe('rule 1: a minimum of 6', () => {
  it('that the exchange sets while it runs is learnt from its first refusal, and said with 11.6 = 6.032', async () => {
    const who = await deals.group({ ...FREE, copies: ['1000', '2000'] });
    await deals.control('minimum', { symbol: 'XRPUSDT', minNotional: '6' });
    const six = { side: 'buy', total: 6 } as const;

    expect(entriesOf(six)[0].quantity.toFixed()).toBe('11.5');
    expect((await enter(who, six)).body.error).toBe(
      'Total value of the order should be more than 6USDT. Binance takes 6 USDT and more here: at 0.5200 that is 11.6 XRP.',
    );
    const reached = () => Promise.all(accountsOf(who).map((account) => deals.sent(account)));
    expect((await enter(who, { ...six, total: 6.01 })).body.error).toBe(
      'Total value of the order should be more than 6USDT. Smallest order here: 6.032 USDT (11.6 XRP).',
    );
    expect(await reached()).toEqual([[], [], []]);

    expect((await enter(who, { side: 'buy', total: 6.032 })).body.error).toBeNull();
    const placed = { status: 'filled', firstPlacedQuantity: 11.6, firstPlacedCounterQuantity: 6.032 };
    const twice = { ...placed, firstPlacedQuantity: 23.2, firstPlacedCounterQuantity: 12.064 };
    await shows(who, { section: 'buy' }, [placed, placed, twice]);
  });
});
