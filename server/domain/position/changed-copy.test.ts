import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { type CopyBounds, changedCopy } from './changed-copy.ts';

const big = (text: string) => new Big(text);
const copy = (of: Partial<Record<'quantity' | 'filled', string>> = {}, side: 'buy' | 'sell' = 'buy') => ({
  side,
  quantity: big(of.quantity ?? '61.5'),
  filled: big(of.filled ?? '0'),
});
const bounds = (of: Partial<CopyBounds> = {}): CopyBounds => ({
  pair: { step: big('0.1'), maxQuantity: big('9000') },
  fixed: null,
  ceiling: null,
  usdtPrice: big('0.5'),
  funds: big('1000'),
  ...of,
});
const main = (after: string, price = '0.5') => ({ before: big('192.3'), after: big(after), price: big(price) });
const sized = (...of: Parameters<typeof changedCopy>) => changedCopy(...of)?.toFixed() ?? null;

describe('a copy of an entry that was changed', () => {
  it('keeps its amount where only the price changed, and follows the main key by the same share', () => {
    expect(sized(copy(), main('192.3'), bounds())).toBe('61.5');
    // 61.5 × 150 / 192.3 = 47.97…
    expect(sized(copy(), main('150'), bounds())).toBe('47.9');
    expect(sized(copy(), main('384.6'), bounds())).toBe('123');
  });

  it('never costs more than its ceiling, its fixed amount or what it can spend', () => {
    expect(sized(copy(), main('384.6'), bounds({ ceiling: big('40') }))).toBe('80');
    expect(sized(copy(), main('96'), bounds({ ceiling: big('40') }))).toBe('30.7');
    expect(sized(copy(), main('384.6'), bounds({ fixed: big('30') }))).toBe('60');
    expect(sized(copy(), main('384.6'), bounds({ funds: big('45.04') }))).toBe('90');
    expect(sized(copy({ filled: '10' }), main('384.6'), bounds({ funds: big('45.04') }))).toBe('100');
    expect(sized(copy({}, 'sell'), main('384.6'), bounds({ funds: big('70.05') }))).toBe('70');
    const small = { step: big('0.1'), maxQuantity: big('65.05') };
    expect(sized(copy(), main('384.6'), bounds({ pair: small }))).toBe('65');
  });

  it('is not sized while its rule is in USDT and no price is known', () => {
    expect(sized(copy(), main('384.6'), bounds({ ceiling: big('40'), usdtPrice: null }))).toBeNull();
    expect(sized(copy(), main('384.6'), bounds({ fixed: big('40'), usdtPrice: null }))).toBeNull();
    expect(sized(copy(), main('192.3'), bounds({ usdtPrice: null }))).toBe('61.5');
  });
});
