import { expect, it } from 'vitest';
import { rehearse } from '../../tests/rehearsal/rehearsal.ts';

it('people of a site of many processes, which end one after the other, lose no order and no alert (short rehearsal)', async () => {
  const lines: string[] = [];
  const judged = await rehearse({ people: 6, forMs: 20_000, seed: 'short', print: (line) => lines.push(line) });
  expect(judged, lines.join('\n')).toMatchObject({ duplicates: 0, forgotten: 0, alertsMissed: 0, alertsTwice: 0 });
  expect(judged.bots.orders, 'of bots').toBeGreaterThan(10);
  expect(judged.bots.turned, 'orders of a grid after a filled one').toBeGreaterThan(0);
  expect(lines.join('\n')).toMatch(/ orders: [1-9]\d* placed/);
}, 240_000);
