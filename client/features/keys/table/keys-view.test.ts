import { expect, it } from 'vitest';
import { readKeysView } from './keys-view.ts';

it.each([
  [null, 4, 'cards'],
  [null, 5, 'list'],
  ['cards', 20, 'cards'],
  ['list', 1, 'list'],
  ['other', 5, 'list'],
] as const)('stored %s with %i keys shows %s', (stored, keys, view) => expect(readKeysView(stored, keys)).toBe(view));
