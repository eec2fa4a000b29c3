import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import type { Pair } from '#contracts/markets.ts';
import {
  exampleDraft,
  pickPrice,
  switchUnit,
  takeShare,
  typePrice,
  typeQuantity,
  typeTarget,
  typeTotal,
} from './draft-edits.ts';
import { EMPTY, fill } from './order-draft.ts';
import { toggleLadder, toggleWaits, typeLadder } from './order-plan.ts';
import { resultAt } from '../typed-price.ts';
import { orderFault } from './order-fault.ts';

const big = (text: string) => new Big(text);
const pair: Pair = {
  name: 'xrp_usdt',
  market: 'binance',
  simpleName: 'XRPUSDT',
  status: 'trading',
  haltedSince: null,
  baseCurrency: 'XRP',
  counterCurrency: 'USDT',
  baseStepSize: big('0.1'),
  counterStepSize: big('0.0001'),
  minCounterQuantity: big('5'),
  baseRound: 1,
  counterRound: 4,
  baseQuantityStep: big('0.1'),
  baseAmountDecimals: 4,
  counterAmountDecimals: 4,
};
const buy = { side: 'buy', pair, marketPrice: big('0.52') } as const;
const sell = { ...buy, side: 'sell' } as const;
const fine = {
  hasKey: true,
  connected: true,
  stale: false,
  tradingOff: false,
  free: big('10000'),
  keptByBots: big('0'),
};

describe('the order form', () => {
  it('follows the market until a price is typed', () => {
    expect(fill(EMPTY, buy).price).toBe('0.5200');
    expect(fill(EMPTY, { ...buy, marketPrice: big('0.53') }).price).toBe('0.5300');
    const typed = typePrice(EMPTY, '0,51999', pair);
    expect(fill(typed, buy).price).toBe('0.5199');
  });

  it('shows a picked price with the decimals of the pair, never more', () => {
    const shown = (price: string) => fill(pickPrice(EMPTY, price, pair), buy).price;
    expect(['9.89', '10', '0.51999', '0.52'].map(shown)).toEqual(['9.8900', '10.0000', '0.5199', '0.5200']);
  });

  it('derives the total from the quantity, cut to four decimals', () => {
    expect(fill(typeQuantity(EMPTY, '192.39', pair), buy)).toMatchObject({ quantity: '192.3', total: '99.996' });
  });

  it('derives the quantity from the total, on whole steps', () => {
    const filled = fill(typeTotal(EMPTY, '100', pair), buy);
    expect(filled).toMatchObject({ quantity: '192.3', total: '100' });
    expect(filled.receipt?.cost.toFixed()).toBe('99.996');
  });

  it('computes the total at the market price while the price is empty, and still requires one', () => {
    const filled = fill(typePrice(typeTotal(EMPTY, '100', pair), '', pair), buy);
    expect(filled).toMatchObject({ price: '', quantity: '192.3', receipt: null });
    expect(orderFault(filled, buy, fine)).toBe('Enter a price.');
  });

  it('sizes by risk: what the stop loses with both fees is within the share of the key', () => {
    const market = { ...buy, keyWorth: big('519.34974') };
    const draft = { ...EMPTY, by: 'risk' as const, amount: '1', stopLoss: '0.494' };
    expect(fill(draft, market)).toMatchObject({ quantity: '192.3', total: '99.996', unsized: null });
    expect(fill(draft, { ...market, keyWorth: big('519.34973') }).quantity).toBe('192.2');
    // An amount of counter currency needs no worth; a fee paid in another asset counts at the usual rate.
    expect(fill({ ...draft, by: 'loss', amount: '5.2' }, { ...buy, fee: big('0') }).quantity).toBe('192.5');
    const unsized = (change: Partial<typeof draft>) => fill({ ...draft, ...change }, market).unsized;
    expect(unsized({ stopLoss: '' })).toMatch(/^Set a stop loss/);
    expect(unsized({ stopLoss: '0.53' })).toMatch(/^Set a stop loss/);
    expect(unsized({ amount: '' })).toMatch(/^Enter what you may lose/);
    expect(orderFault(fill({ ...draft, stopLoss: '' }, market), market, fine)).toMatch(/^Set a stop loss/);
  });

  it('a target in percent follows the price; a percent sign turns the field to percent', () => {
    const draft = typeTarget(EMPTY, 'takeProfit', { typed: '5%', pair });
    expect(draft.takeProfit).toBe('5%');
    expect(fill(draft, buy).targets.takeProfit.price?.toFixed()).toBe('0.546');
    expect(fill(draft, { ...buy, marketPrice: big('0.6') }).targets.takeProfit.price?.toFixed()).toBe('0.63');
    expect(typeTarget(draft, 'takeProfit', { typed: '7,555', pair }).takeProfit).toBe('7.55%');
    const shown = fill(draft, buy).targets.takeProfit;
    const asPrice = switchUnit(draft, 'takeProfit', { shown, pair });
    expect(asPrice.takeProfit).toBe('0.5460');
    const again = switchUnit(asPrice, 'takeProfit', { shown: fill(asPrice, buy).targets.takeProfit, pair });
    expect(again.takeProfit).toBe('5%');
    expect(fill({ ...EMPTY, stopLoss: '100%' }, buy).targets.stopLoss).toMatchObject({
      price: null,
      error: expect.any(String),
    });
    expect(fill({ ...EMPTY, takeProfit: '0.5096' }, buy).targets.takeProfit.otherUnit).toBe('−2.00%');
  });

  it('issue 21: the price under a target in percent has its thousands apart; the field keeps it plain', () => {
    const market = { ...buy, marketPrice: big('61000') };
    const shown = fill({ ...EMPTY, takeProfit: '5%' }, market).targets.takeProfit;
    expect(shown.otherUnit).toBe('64,050.0000');
    expect(switchUnit({ ...EMPTY, takeProfit: '5%' }, 'takeProfit', { shown, pair }).takeProfit).toBe('64050.0000');
  });

  it('takes a share of the free balance', () => {
    expect(takeShare(EMPTY, big('0.25'), { side: 'buy', pair, free: big('10000') }).amount).toBe('2500');
    expect(takeShare(EMPTY, big('0.5'), { side: 'sell', pair, free: big('10.5') }).amount).toBe('5.2');
  });

  it('never needs more than the free balance when all of it is taken', () => {
    const free = big('33.3333');
    const all = fill(takeShare(EMPTY, big('1'), { side: 'buy', pair, free }), buy);
    expect(all.receipt?.cost.lte(free)).toBe(true);
  });

  it('starts with a valid example', () => {
    const example = (free: string | null) => exampleDraft({ ...buy, free: free === null ? null : big(free) }).amount;
    expect([example('10000'), example('40'), example(null)]).toEqual(['100', '40', '100']);
    expect(exampleDraft({ ...sell, free: big('100') }).amount).toBe('52');
    expect(orderFault(fill(exampleDraft({ ...buy, free: null }), buy), buy, fine)).toBeNull();
  });
});

describe('why an order cannot be placed', () => {
  const reason = (quantity: string, context = {}, market: typeof buy | typeof sell = buy) =>
    orderFault(fill(typeQuantity(EMPTY, quantity, pair), market), market, { ...fine, ...context });

  it.each([
    ['', {}, 'Enter a quantity or a total.'],
    ['0', {}, 'The quantity is below the smallest step.'],
    ['5', {}, 'Smallest order here: 5.044 USDT (9.7 XRP).'],
    ['192.3', { free: big('50') }, 'Not enough USDT: 99.996 needed, 50 free.'],
    ['19230', { free: big('1234.5') }, 'Not enough USDT: 9,999.6 needed, 1,234.5 free.'],
    // C-5: with what bots keep it would do: the preview says whose it is.
    ['192.3', { free: big('50'), keptByBots: big('50') }, null],
    ['192.3', { free: big('50'), keptByBots: big('49.9') }, 'Not enough USDT: 99.996 needed, 50 free.'],
    ['192.3', { hasKey: false }, 'Add an API key first, on the API page.'],
    ['192.3', { stale: true }, 'The price is outdated. Order once it moves.'],
    ['192.3', { connected: false }, 'No connection. Order once it is back.'],
    ['192.3', { tradingOff: true }, 'Trading is switched off: nothing can be ordered.'],
    ['192.3', { free: null }, null],
    ['192.3', {}, null],
  ])('with %s and %o: %s', (quantity, context, sentence) => {
    expect(reason(quantity, context)).toBe(sentence);
  });

  it('V-10 reports a halted pair before anything that needs a price', () => {
    const halted = { ...buy, pair: { ...pair, status: 'halted' as const } };
    const sentence = 'XRP/USDT is halted on Binance at the moment: no orders are placed there.';
    expect(reason('192.3', { stale: true }, halted)).toBe(sentence);
  });

  it('measures a sell in base currency', () => {
    expect(reason('192.3', { free: big('100') }, sell)).toBe('Not enough XRP: 192.3 needed, 100 free.');
  });
});

describe('targets in the form', () => {
  const typed = (market: typeof buy | typeof sell, takeProfit: string, stopLoss: string) => {
    const target = (draft: typeof EMPTY, name: 'takeProfit' | 'stopLoss', text: string) =>
      typeTarget(draft, name, { typed: text, pair });
    const entry = typeQuantity(EMPTY, '192.3', pair);
    return fill(target(target(entry, 'takeProfit', takeProfit), 'stopLoss', stopLoss), market);
  };

  it('show how close to the price of the order they may be', () => {
    const { takeProfit, stopLoss } = typed(buy, '', '').targets;
    expect([takeProfit.hint, stopLoss.hint]).toEqual(['Min take profit is 0.5203', 'Max stop loss is 0.5197']);
    const mirrored = typed(sell, '', '').targets;
    expect([mirrored.takeProfit.hint, mirrored.stopLoss.hint]).toEqual([
      'Max take profit is 0.5197',
      'Min stop loss is 0.5203',
    ]);
  });

  it('block an order whose targets are too close', () => {
    expect(orderFault(typed(buy, '0.5203', '0.5197'), buy, fine)).toBeNull();
    expect(orderFault(typed(buy, '0.5202', ''), buy, fine)).toBe('Min take profit is 0.5203');
    expect(orderFault(typed(buy, '', '0,5198'), buy, fine)).toBe('Max stop loss is 0.5197');
  });

  it('block the order while the text is not a price, so that it is not placed without them', () => {
    for (const text of ['.', '0', '0.0']) {
      expect(orderFault(typed(buy, text, ''), buy, fine)).toBe('Enter a price.');
      expect(typed(buy, '', text).targets.stopLoss).toMatchObject({ text, price: null, error: 'Enter a price.' });
    }
  });

  it('show their result by trading rule 5', () => {
    const { receipt, targets } = typed(buy, '0.5460', '0.4940');
    const earn = (target: 'takeProfit' | 'stopLoss', counterEarning = true) =>
      receipt && resultAt(receipt, targets[target], { side: 'buy', pair, counterEarning, fee: big('0.001') });
    expect(earn('takeProfit')?.profit.toFixed(4, 0)).toBe('4.7857');
    expect(earn('stopLoss')?.profit.toFixed(4, 0)).toBe('-5.1934');
    expect(earn('takeProfit', false)?.profit.toFixed(4, 0)).toBe('8.7077');
    expect(
      receipt &&
        resultAt(receipt, typed(buy, '0.1', '').targets.takeProfit, {
          side: 'buy',
          pair,
          counterEarning: true,
          fee: big('0'),
        }),
    ).toBeNull();
  });
});

it('EX-9 an order that waits is a limit half a percent beyond, by which its amount is sized', () => {
  const waits = { ...EMPTY, waits: true, price: '0.54', by: 'total', amount: '100' } as const;
  const at = (side: 'buy' | 'sell') => fill(waits, { side, pair, marketPrice: new Big('0.52') });
  expect(
    [at('buy'), at('sell')].map(({ price, trigger, receipt }) => [price, trigger?.toFixed(), receipt?.price.toFixed()]),
  ).toEqual([
    ['0.54', '0.54', '0.5427'],
    ['0.54', '0.54', '0.5373'],
  ]);
  expect(at('buy').quantity).toBe('184.2');
  expect(fill({ ...waits, waits: false }, { side: 'buy', pair, marketPrice: new Big('0.52') }).trigger).toBeNull();
});

it('EX-9 an order that trails begins at the price, and is sized at the worst price at which it can turn', () => {
  const trails = { ...EMPTY, waits: true, turns: '1', price: '0.5', by: 'total', amount: '100' } as const;
  const at = (side: 'buy' | 'sell') => fill(trails, { side, pair, marketPrice: new Big('0.52') });
  expect(
    [at('buy'), at('sell')].map(({ trigger, turns, receipt, quantity }) => [
      trigger?.toFixed(),
      turns?.toFixed(),
      receipt?.price.toFixed(),
      quantity,
    ]),
  ).toEqual([
    ['0.5', '1', '0.5076', '197'],
    ['0.5', '1', '0.4925', '203'],
  ]);
  expect(fill({ ...trails, waits: false }, { side: 'buy', pair, marketPrice: new Big('0.52') }).turns).toBeNull();
});

describe('EX-9 a ladder in the form', () => {
  const typed = { ...EMPTY, price: '0.52', by: 'total', amount: '100' } as const;
  const ladder = { end: '0.48', limits: '3', weight: '1' };

  it('is counted limit by limit, whichever amount is typed', () => {
    const of = fill({ ...typed, ladder }, buy);
    expect([of.quantity, of.total, of.receipt?.cost.toFixed(), of.receipt?.price.toFixed()]).toEqual([
      '200.2',
      '100',
      '99.988',
      '0.49944056',
    ]);
    expect(of.receipt?.limits?.map(({ quantity }) => quantity.toFixed())).toEqual(['64', '66.6', '69.6']);
    const byQuantity = fill({ ...typed, by: 'quantity', amount: '200.2', ladder }, buy);
    expect([byQuantity.total, byQuantity.receipt?.cost.toFixed()]).toEqual(['99.988', '99.988']);
  });

  it('has its targets beyond its ends, in percent of its average', () => {
    const { targets } = fill({ ...typed, ladder, takeProfit: '2%', stopLoss: '5%' }, buy);
    expect([targets.takeProfit.price?.toFixed(), targets.takeProfit.error]).toEqual([
      '0.5095',
      'Min take profit is 0.5203',
    ]);
    expect([targets.stopLoss.price?.toFixed(), targets.stopLoss.hint]).toEqual(['0.4745', 'Max stop loss is 0.4797']);
    expect(targets.stopLoss.error).toBeNull();
  });

  it('says what is missing, and takes the place of a price that is waited for', () => {
    const at = (of: Partial<typeof ladder>) => fill({ ...typed, ladder: { ...ladder, ...of } }, buy);
    expect([at({ end: '' }).unsized, at({ end: '' }).receipt]).toEqual(['Enter the price of the last limit.', null]);
    expect(at({ limits: '11' }).unsized).toBe('A ladder has 2 to 10 limits.');
    expect(at({ weight: '' }).unsized).toBe('The last limit takes 1 to 5 times the money of the first.');
    const toggled = toggleLadder({ ...typed, waits: true });
    expect([toggled.waits, toggled.ladder?.limits]).toEqual([false, '5']);
    expect(toggleWaits(toggled)).toMatchObject({ waits: true, ladder: null });
    expect(typeLadder(toggled, 'end', { typed: '0,481239', decimals: 4 }).ladder?.end).toBe('0.4812');
  });
});
