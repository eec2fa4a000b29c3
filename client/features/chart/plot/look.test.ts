// @vitest-environment happy-dom
import { createChart } from 'lightweight-charts';
import { expect, it, vi } from 'vitest';
import { readColors } from './colors.ts';
import { createCanvas } from './look.ts';

vi.mock(import('lightweight-charts'), async (original) => ({ ...(await original()), createChart: vi.fn() }));

/** As wide as the chart's font shows '12:45 PM', at most. */
const WIDEST_LABEL = 64;

it('issue 21: the time under the newest candle has room before the edge, however narrow the candles are', () => {
  const container = document.createElement('div');
  createCanvas(container, readColors(container));
  const { timeScale } = vi.mocked(createChart).mock.calls[0]?.[1] ?? {};
  expect(timeScale?.rightOffsetPixels).toBeGreaterThanOrEqual(WIDEST_LABEL / 2);
});
