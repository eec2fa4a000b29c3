// @vitest-environment happy-dom
import { Big } from 'big.js';
import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Pair } from '#contracts/markets.ts';
import { runSignOutTasks } from '../../../lib/sign-out-tasks.ts';
import { drawnChartLines } from './drawn-chart-lines.ts';
import { loadDrawn } from './drawn-lines.ts';
import { type DrawingTools, useDrawingTools } from './use-drawing-tools.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const of = { market: 'binance', name: 'xrp_usdt' } as const;
const pair = { counterStepSize: new Big('0.0001'), counterRound: 4 } as Pair;
const HOUR = 3_600_000;
const level = { kind: 'level', price: '0.5' } as const;
const trend = {
  kind: 'trend',
  from: { time: 0, price: '0.5' },
  to: { time: HOUR, price: '0.53' },
  logarithmic: false,
} as const;

function shown(): () => DrawingTools {
  const latest: DrawingTools[] = [];
  const Tools = () => {
    const tools = useDrawingTools(of);
    useLayoutEffect(() => void latest.push(tools));
    return null;
  };
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<Tools />));
  return () => latest.at(-1)!;
}

afterEach(() => localStorage.clear());

describe('drawn lines', () => {
  it('are kept per pair on the device until the person signs out', async () => {
    const tools = shown();
    act(() => tools().add(level));
    act(() => tools().add(trend));
    expect(loadDrawn(of)).toMatchObject([level, trend]);
    expect(loadDrawn({ ...of, name: 'btc_usdt' })).toEqual([]);
    expect(shown()().lines).toHaveLength(2);
    await runSignOutTasks();
    expect(loadDrawn(of)).toEqual([]);
  });

  it('are moved, changed by their figures and deleted', () => {
    const tools = shown();
    act(() => tools().add(level));
    const [line] = drawnChartLines(tools(), pair, 0);
    act(() => void line?.movable?.move(new Big('0.51')));
    expect(tools().lines).toMatchObject([{ kind: 'level', price: '0.51' }]);
    act(() => drawnChartLines(tools(), pair, 0)[0]?.edit?.());
    expect(tools().act).toMatchObject({ at: 'editing', line: { price: '0.51' } });
    act(() => tools().save({ kind: 'level', price: '0.52' }));
    expect(loadDrawn(of)).toMatchObject([{ price: '0.52' }]);
    expect(tools().act).toBeNull();
  });

  it('K-7 a trend line has its level of that time, on the price step', () => {
    const tools = shown();
    act(() => tools().add(trend));
    const prices = [0, HOUR / 4, HOUR / 7].map((now) => drawnChartLines(tools(), pair, now)[0]?.price.toFixed());
    expect(prices).toEqual(['0.5', '0.5075', '0.5043']);
  });

  it('what is kept and cannot be read is left out', () => {
    localStorage.setItem('of-person:drawn-lines:binance:xrp_usdt', '[{"kind":"level","price":"-1"}]');
    expect(loadDrawn(of)).toEqual([]);
  });
});
