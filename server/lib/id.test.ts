import { expect, it } from 'vitest';
import { withIds } from './id.ts';

it('rows written together sort in their order', () => {
  const names = Array.from({ length: 200 }, (_name, index) => `row ${index}`);
  const rows = withIds(names.map((name) => ({ name })));
  expect(new Set(rows.map(({ id }) => id)).size).toBe(200);
  expect(rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)).map(({ name }) => name)).toEqual(names);
});
