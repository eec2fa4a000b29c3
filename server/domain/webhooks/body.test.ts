import { expect, it } from 'vitest';
import { bodyOf, MOST_BYTES } from './body.ts';

const at = Date.UTC(2026, 10, 29, 12);
const read = (data: Record<string, unknown>) => {
  const body = bodyOf({ type: 'copy.skipped', at, data });
  return { bytes: Buffer.byteLength(body), data: JSON.parse(body).data };
};

it('W-14 a body names its type, its time and its data, with amounts as numbers', () => {
  expect(bodyOf({ type: 'bot.round', at, data: { level: 3, price: 0.52 } })).toBe(
    '{"type":"bot.round","timestamp":"2026-11-29T12:00:00.000Z","data":{"level":3,"price":0.52}}',
  );
});

it.each(['x', '€', '👍', '"', '\u0000'])(
  'W-14 a body is 20 kB at most: a long text of %j is shortened in it',
  (letter) => {
    const { bytes, data } = read({ reason: letter.repeat(30_000), name: letter.repeat(30_000), quantity: 95.6 });
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    expect(data.quantity).toBe(95.6);
    expect(data.reason).toBe(`${letter.repeat([...data.reason].length - 1)}…`);
    expect([...data.reason].length).toBeGreaterThan(400);
  },
);

it('W-14 a text that fits is left unchanged', () => {
  const reason = 'x'.repeat(15_000);
  expect(read({ reason }).data).toEqual({ reason });
});
