import { expect, it } from 'vitest';
import type { Keys } from '../../../features/keys/keys.queries.ts';
import { keyNeeds } from './key-needs.tsx';

const key = { uid: 'one', name: 'Mum', disabledReason: null, refusal: null };
const keys = (more: object) =>
  ({
    apiKeyMarketGroups: [
      {
        market: 'binance',
        activeMainApiKeyGroup: { mainKey: key, copyKeys: [{ ...key, uid: 'two', ...more }] },
        apiKeyGroups: [],
      },
    ],
  }) as unknown as Keys;

it('issue 21: a key that is disabled or refused leads to itself on the API page', () => {
  expect(keyNeeds(keys({})).map(({ to }) => to)).toEqual([]);
  expect(keyNeeds(keys({ disabledReason: 'It was revoked.' })).map(({ to }) => to)).toEqual(['/api?key=two']);
  expect(keyNeeds(keys({ refusal: 'Its IP is not allowed.' })).map(({ to }) => to)).toEqual(['/api?key=two']);
});
