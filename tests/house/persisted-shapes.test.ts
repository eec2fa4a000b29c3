import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const text = (file: string) => readFileSync(file, 'utf8');

it('H-01 every query that is kept on the device has a shape to be checked against', () => {
  const sources = globSync('client/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const kept = sources.flatMap((file) => text(file).match(/\.\.\.(?:\(.+\? )?persistOffline\b/g) ?? []);
  const [, shapes = ''] = text('client/app/pwa/persisted-shapes.ts').split('const SHAPES');
  const checked = shapes.match(/\[\[?'\w+'(?:, '\w+')*\],/g) ?? [];
  expect(kept.length).toBeGreaterThan(5);
  expect(checked).toHaveLength(kept.length);
});
