import { describe, expect, it } from 'vitest';
import { serialize, deserialize } from '../../lib/offline/serialize.ts';
import { validEntry } from '../../lib/offline/valid-entry.ts';
import keptByLastRelease from './persisted-by-2.0.0.json' with { type: 'json' };
import { matchesContract } from './persisted-shapes.ts';

interface Entry {
  query: { queryKey: unknown[]; queryType?: string; state: { data: string; dataUpdatedAt: number } };
}
/** As persisted by release 2.0.0. */
const lastRelease: Entry[] = keptByLastRelease;
const named = lastRelease.map(({ query }) => [JSON.stringify(query.queryKey), query] as const);

/** Simulates another release: each field of every object is renamed or removed. */
const changes: Record<string, (data: unknown) => unknown> = {
  'every field renamed': (data) => JSON.parse(JSON.stringify(data).replaceAll(/"(\w+)":/g, '"$1Next":')),
  'wrapped in an object': (data) => ({ version: 3, data }),
  'a list in the place of an object': (data) => [data],
  nothing: () => null,
  'an object in the place of a list': () => ({}),
  'a text': () => 'next',
};

describe('H-01 data persisted by the last release', () => {
  it.each(named)('%s is restored whole or not at all', (_, query) => {
    const data = validEntry(query, matchesContract)?.state.data;
    if (data !== undefined) expect(data).toEqual(deserialize(query.state.data));
  });

  it('is restored if its shape is unchanged', () => {
    const back = named
      .filter(([, query]) => validEntry(query, matchesContract) !== null)
      .map(([, query]) => query.queryKey[0]);
    expect(back).toEqual(expect.arrayContaining(['alerts', 'site']));
  });

  it('is restored with its kind: a list that is loaded page by page stays one', () => {
    const kinds = named.map(([, query]) => [query.queryKey[1], validEntry(query, matchesContract)?.queryType]);
    expect(kinds).toContainEqual(['list', 'infinite']);
  });
});

describe.each(Object.entries(changes))('H-01 what a made-up next release kept: %s', (_, change) => {
  const changed = named.filter(([, { state }]) => serialize(change(deserialize(state.data))) !== state.data);

  it.each(changed)('%s is dropped', (__, query) => {
    const data = change(deserialize(query.state.data));
    // A signed-out state may be persisted as well.
    const back = validEntry({ ...query, state: { ...query.state, data: serialize(data) } }, matchesContract);
    if (data === null && query.queryKey[0] === 'user') expect(back?.state.data).toBeNull();
    else expect(back).toBeNull();
  });
});

it.each([
  null,
  'text',
  {},
  { queryKey: ['site'] },
  { queryKey: ['site'], state: { data: '{', dataUpdatedAt: 1 } },
  { queryKey: ['site'], state: { data: {}, dataUpdatedAt: 1 } },
  { queryKey: ['unknown'], state: { data: '{}', dataUpdatedAt: 1 } },
])('H-01 an entry that is none is dropped: %j', (entry) => {
  expect(validEntry(entry, matchesContract)).toBeNull();
});

it('H-01 a decimal that no answer could have held is dropped', () => {
  const [, kept] = named.find(([, { queryKey }]) => queryKey[1] === 'list') ?? [];
  const text = kept?.state.data ?? '';
  const key = kept?.queryKey ?? [];
  expect(matchesContract(key, deserialize(text))).toBe(true);
  expect(text).toContain('"$decimal":"0.9123"');
  expect(matchesContract(key, deserialize(text.replace('0.9123', '1.00000000000000000001')))).toBe(false);
});
