import { expect, it } from 'vitest';
import { conditionText, happenedText } from './condition-text.ts';

it('K-2: an alert that may fire during the bar says so in the list', () => {
  const condition = { kind: 'rsi', length: 14, level: 30, direction: 'down', interval: '1h' } as const;
  expect(conditionText(condition)).toBe('RSI 14 · 1h under 30');
  expect(conditionText({ ...condition, duringBar: false })).toBe('RSI 14 · 1h under 30');
  expect(conditionText({ ...condition, duringBar: true })).toBe('RSI 14 · 1h under 30, also during the bar');
  expect(happenedText({ ...condition, duringBar: true })).toBe(': RSI 14 · 1h fell under 30');
});
