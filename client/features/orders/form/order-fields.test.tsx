import { Big } from 'big.js';
import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Pair } from '#contracts/markets.ts';
import { NumberLocale } from '../../../ui/amount.tsx';
import { typePrice, typeTarget } from './draft-edits.ts';
import { type Draft, EMPTY, fill } from './order-draft.ts';
import { OrderFields } from './order-fields.tsx';

const pair = {
  baseCurrency: 'XRP',
  counterCurrency: 'USDT',
  counterStepSize: new Big('0.0001'),
  baseQuantityStep: new Big('0.1'),
  baseRound: 1,
  counterRound: 4,
  baseAmountDecimals: 4,
  counterAmountDecimals: 4,
} as Pair;

function htmlOf(draft: Draft, change: Partial<ComponentProps<typeof OrderFields>> = {}): string {
  const side = change.side ?? 'buy';
  const filled = fill(draft, { side, pair, marketPrice: new Big('0.52'), keyWorth: new Big('1000') });
  const props = {
    side,
    pair,
    draft,
    filled,
    refusable: false,
    marketPrice: new Big('0.52'),
    tradingKey: { name: 'Main', worth: new Big('1000') },
    free: new Big('1234.5'),
    keptByBots: new Big(0),
    counterEarning: true,
    onChange: () => undefined,
    ...change,
  };
  return renderToStaticMarkup(
    <NumberLocale value="en-US">
      <OrderFields {...props} />
    </NumberLocale>,
  );
}
const shareButtons = (html: string) => html.match(/<button[^>]*>(?=(?:<[^>]*>)*(?:25%|50%|All)<)/g) ?? [];

describe('the fields of an order', () => {
  it('show the free balance in the currency that is spent', () => {
    expect(htmlOf(EMPTY)).toContain('1,234.5000\u00a0USDT');
    expect(htmlOf(EMPTY, { side: 'sell' })).toContain('1,234.5\u00a0XRP');
    expect(htmlOf(EMPTY, { free: null })).toContain('—');
  });

  it('C-5: say what besides belongs to bots', () => {
    expect(htmlOf(EMPTY, { keptByBots: new Big('132.5') })).toMatch(/\+.*132\.5000.*kept by bots/);
    expect(htmlOf(EMPTY)).not.toContain('by bots');
  });

  it('offer shares of a balance that is known and not empty', () => {
    const disabledIn = (free: Big | null) =>
      shareButtons(htmlOf(EMPTY, { free })).map((button) => button.includes('disabled=""'));
    expect(disabledIn(new Big(1))).toEqual([false, false, false]);
    expect(disabledIn(new Big(0))).toEqual([true, true, true]);
    expect(disabledIn(null)).toEqual([true, true, true]);
  });

  it('follow the market until a price is typed', () => {
    const market = /aria-pressed="(true|false)"[^>]*>Market</;
    expect(htmlOf(EMPTY)).toContain('value="0.5200"');
    expect(market.exec(htmlOf(EMPTY))?.[1]).toBe('true');
    expect(market.exec(htmlOf(typePrice(EMPTY, '0.5', pair)))?.[1]).toBe('false');
  });

  it('show the limit of a target, or its error in place of the limit', () => {
    expect(htmlOf(EMPTY)).toContain('Max stop loss is 0.5197');
    expect(htmlOf(EMPTY)).not.toContain('aria-invalid="true"');
    const wrong = htmlOf(typeTarget(EMPTY, 'stopLoss', { typed: '.', pair }));
    expect(wrong).toContain('Enter a price.');
    expect(wrong).not.toContain('Max stop loss');
    expect(wrong.match(/aria-invalid="true"/g)).toHaveLength(1);
  });

  it('tell where the price lies, seen from the market', () => {
    expect(htmlOf(EMPTY)).toContain('at the market');
    expect(htmlOf(typePrice(EMPTY, '0.5148', pair))).toContain('1.00% below market<');
    expect(htmlOf(typePrice(EMPTY, '0.53', pair))).toContain('1.92% above market, fills at once');
  });

  it('G-17 do not promise a fill for an order that would be refused', () => {
    const html = htmlOf(typePrice(EMPTY, '0.9', pair), { refusable: true });
    expect(html).toContain('73.08% above market');
    expect(html).not.toContain('fills at once');
  });

  it('show a target in percent and as a price', () => {
    const inPercent = htmlOf({ ...EMPTY, takeProfit: '5%', stopLoss: '0.494' });
    expect(inPercent).toContain('value="5"');
    expect(inPercent).toContain('>0.5460<');
    expect(inPercent).toContain('value="0.494"');
    expect(inPercent).toContain('>−5.00%<');
    expect(inPercent.match(/aria-label="(?:Take profit|Stop loss) in percent" aria-pressed="true"/g)).toHaveLength(1);
  });

  it('size by risk with the amount that may be lost on the named key', () => {
    const html = htmlOf({ ...EMPTY, by: 'risk', amount: '1', stopLoss: '5%' });
    expect(html).toContain('% of Main');
    expect(html).toContain('If the stop fires: 10.00 USDT, with fees');
    expect(htmlOf({ ...EMPTY, by: 'risk', amount: '1' })).toContain('Set a stop loss: the amount follows from it.');
  });
});
