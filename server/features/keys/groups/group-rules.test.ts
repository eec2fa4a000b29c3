import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../lib/errors.ts';
import {
  activating,
  adding,
  deleting,
  deletingGroup,
  type GroupedKey,
  removing,
  type Rule,
  switching,
} from './group-rules.ts';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
const id = fc.constantFrom(...IDS);
const maybe = fc.option(id);

/** Any request, sensible or not. */
const asked: fc.Arbitrary<{ kind: string; rule: Rule }> = fc.oneof(
  fc.record({ mainUid: id, addUids: fc.uniqueArray(id, { minLength: 1, maxLength: 3 }) }).map((of) => {
    return { kind: 'add', rule: adding({ ...of, groupName: 'G' }) };
  }),
  fc.record({ mainUid: id, removeUids: fc.uniqueArray(id, { minLength: 1, maxLength: 3 }) }).map((of) => {
    return { kind: 'remove', rule: removing({ ...of, groupName: 'G' }) };
  }),
  fc.record({ uid: id, replaceUid: id }).map((of) => ({ kind: 'activate', rule: activating(of) })),
  fc.record({ mainUid: id, updateUid: id, inProcess: fc.boolean() }).map((of) => {
    return { kind: 'switch', rule: switching(of) };
  }),
  fc.record({ mainUid: id, deleteUid: id, replaceUid: maybe }).map((of) => ({ kind: 'delete', rule: deleting(of) })),
  fc.record({ deleteUid: id, replaceUid: maybe }).map((of) => {
    return { kind: 'delete-group', rule: deletingGroup({ ...of, mainUid: of.deleteUid }) };
  }),
);

const fresh = (): GroupedKey[] =>
  IDS.map((each, index) => ({
    id: each,
    name: each,
    market: 'binance',
    mainKeyId: null,
    active: index === 0,
    inProcess: false,
    groupName: '',
  }));

/** The keys after a rule; unchanged where it refuses. */
function after(keys: readonly GroupedKey[], rule: Rule): GroupedKey[] {
  try {
    const { set, removed } = rule(keys);
    return keys.filter((key) => key.id !== removed).map((key) => Object.assign({}, key, set.get(key.id)));
  } catch (error) {
    if (error instanceof Refusal) return [...keys];
    throw error;
  }
}

function expectSound(keys: readonly GroupedKey[]): void {
  const mains = keys.filter(({ mainKeyId }) => mainKeyId === null);
  for (const key of keys) {
    if (key.mainKeyId === null) {
      expect(key.inProcess, `${key.id} is a main key and copies no other`).toBe(false);
      continue;
    }
    expect(
      mains.some(({ id: main }) => main === key.mainKeyId),
      `${key.id} has a main key`,
    ).toBe(true);
    expect(key.active, `${key.id} copies and is not active`).toBe(false);
  }
  const active = keys.filter((key) => key.active);
  expect(active, 'one active key as long as there is a key').toHaveLength(keys.length > 0 ? 1 : 0);
}

/** Only keys that were named, or stayed under a promoted copy, may begin to copy another. */
function expectNobodyFollowsByItself(before: readonly GroupedKey[], now: readonly GroupedKey[], kind: string): void {
  for (const key of now) {
    const was = before.find((each) => each.id === key.id);
    const followsAnother = key.mainKeyId !== null && key.mainKeyId !== was?.mainKeyId;
    if (followsAnother && kind !== 'add') {
      expect(kind).toBe('delete-group');
      expect(before.find((each) => each.id === key.mainKeyId)?.mainKeyId, 'its new main key was beside it').toBe(
        was?.mainKeyId,
      );
    }
    const startsToCopy = key.inProcess && !was?.inProcess;
    if (startsToCopy) expect(['add', 'switch']).toContain(kind);
  }
}

describe('keys and their groups, whatever is asked of them', () => {
  it('stand soundly to each other, and no key follows another by itself', () => {
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 30 }), (story) => {
        let keys = fresh();
        for (const { kind, rule } of story) {
          const next = after(keys, rule);
          expectSound(next);
          expectNobodyFollowsByItself(keys, next, kind);
          keys = next;
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
