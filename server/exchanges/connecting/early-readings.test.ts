import { expect, it } from 'vitest';
import { HOUR, MINUTE } from '#contracts/rules/time.ts';
import { CONNECTION_TIMINGS } from './connection-timings.ts';
import { createEarlyReadings, readAllEvery } from './early-readings.ts';

it('K-9 the whole list is read before its turn at most once a minute, and three times for the same symbol', () => {
  const readings = createEarlyReadings();
  const at = (minutes: number, ...symbols: string[]) => readings.take(symbols, minutes * MINUTE);
  expect(at(0)).toBe(false);
  expect(at(0, 'PEPEUSDT')).toBe(true);
  expect(at(0.5, 'PEPEUSDT', 'DOGEUSDT')).toBe(false);
  expect([at(1, 'PEPEUSDT'), at(2, 'PEPEUSDT'), at(3, 'PEPEUSDT')]).toEqual([true, true, false]);
  expect(at(4, 'PEPEUSDT', 'DOGEUSDT')).toBe(true);
  // Once it was explained it counts anew.
  expect([at(6), at(6, 'PEPEUSDT')]).toEqual([false, true]);
});

it('K-9 an exchange that does not list what trades by itself has its whole list read each minute', () => {
  expect(readAllEvery({ listsTrading: false, rules: CONNECTION_TIMINGS.rules })).toBe(MINUTE);
  expect(readAllEvery({ listsTrading: true, rules: CONNECTION_TIMINGS.rules })).toBe(HOUR);
  expect(readAllEvery({ listsTrading: false, rules: 20 })).toBe(20);
});
