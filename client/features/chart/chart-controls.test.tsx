// @vitest-environment happy-dom
import { Big } from 'big.js';
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { mounted } from '../../lib/testing/mounted.ts';
import type { Pair } from '#contracts/markets.ts';
import type { Bar } from './bars.ts';
import { IndicatorsDialog } from './indicators/indicators-dialog.tsx';
import { ALL_OFF, type IndicatorSettings, loadIndicators, saveIndicators } from './indicators/settings.ts';
import { Legend } from './legend/legend.tsx';

const page = mounted();

afterEach(() => {
  localStorage.clear();
});

const bar = (openTime: number, close: number, volume: number | null = 18_243): Bar => {
  const price = new Big(close);
  return {
    openTime,
    open: price,
    high: price.plus(1),
    low: price.minus(1),
    close: price,
    volume: volume === null ? null : new Big(volume),
  };
};

describe('the legend', () => {
  it('shows the bar that the chart points at without rendering again', () => {
    const pair = { counterRound: 2 } as Pair;
    let shown: { bar: Bar; before: Bar | undefined } = { bar: bar(2, 1234.5), before: bar(1, 1200) };
    let tell = () => {};
    const drawing = {
      shown: () => shown,
      watchShown: (listener: () => void) => {
        tell = listener;
        listener();
        return () => {};
      },
    };
    act(() => page.root.render(<Legend drawing={drawing} pair={pair} bars={[shown.bar]} />));
    const text = () => page.box.textContent.replaceAll(/\s+/g, ' ').trim();
    expect(text()).toMatch(/^O 1,234\.50H 1,235\.50L 1,233\.50C 1,234\.50 \+34\.50 \(\+2\.87%\)Vol 18\.24K$/);
    const field = page.box.querySelector('[data-part=close]');
    shown = { bar: bar(3, 1200, null), before: bar(2, 1234.5) };
    tell();
    expect(text()).toMatch(/C 1,200\.00 −34\.50 \(−2\.79%\)Vol —$/);
    expect(page.box.querySelector('[data-part=close]')).toBe(field);
    expect(page.box.querySelector('[data-direction]')?.getAttribute('data-direction')).toBe('down');
  });
});

describe('the indicator settings', () => {
  let settings: IndicatorSettings;
  const show = () =>
    page.root.render(
      <IndicatorsDialog
        settings={settings}
        onChange={(next) => {
          settings = next;
          show();
        }}
        onClose={() => {}}
      />,
    );
  const labeled = (text: string) =>
    [...document.querySelectorAll('label')].find((label) => label.textContent.includes(text));
  const fieldOf = (text: string) => labeled(text)?.parentElement?.querySelector('input') ?? null;
  const type = (text: string, value: string) => {
    const field = fieldOf(text)!;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };

  it('switch an indicator on, take its periods, and explain those that are not allowed', () => {
    settings = ALL_OFF;
    act(show);
    expect(fieldOf('EMA periods')).toBeNull();
    act(() => labeled('EMA: ')?.querySelector('input')?.click());
    expect(settings.ema).toEqual({ on: true, lengths: [9, 21] });
    act(() => type('EMA periods', '12, 26'));
    expect(settings.ema.lengths).toEqual([12, 26]);
    act(() => type('EMA periods', '1'));
    expect(settings.ema.lengths).toEqual([12, 26]);
    expect(document.querySelector('[role=alert]')?.textContent).toBe(
      'Enter up to 3 whole numbers from 2 to 200, separated by commas.',
    );
  });

  it('are kept on the device, and begin anew where what is kept is not allowed', () => {
    expect(loadIndicators()).toEqual(ALL_OFF);
    const kept = { ...ALL_OFF, rsi: { on: true, length: 7 } };
    saveIndicators(kept);
    expect(loadIndicators()).toEqual(kept);
    saveIndicators({ ...ALL_OFF, rsi: { on: true, length: 101 } });
    expect(loadIndicators()).toEqual(ALL_OFF);
  });
});
