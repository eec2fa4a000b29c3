import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { consequence, mayDelete, needsChoice, replacements } from './replacements.ts';
import type { ApiKey, ApiKeyGroup } from '../key-context.ts';

const key = (name: string): ApiKey => ({
  uid: name,
  name,
  key: 'abcd…wxyz',
  market: 'binance',
  currency: 'USDT',
  inProcess: true,
  groupName: '',
  multiplier: new Big(1),
  ceiling: null,
  fixed: null,
  openBlocks: 0,
  paper: true,
  disabledReason: null,
  refusal: null,
});
const group = (main: string, ...copies: string[]): ApiKeyGroup => ({
  mainKey: key(main),
  copyKeys: copies.map(key),
  groupName: '',
  repeatOutside: false,
});

const MAIN = group('Main', 'One', 'Two');
const OTHER = group('Other', 'Third');
const ALONE = group('Alone');
const place = (of: ApiKeyGroup, active: boolean, groups = [MAIN, OTHER, ALONE]) => ({
  apiKey: of.mainKey,
  group: of,
  groups,
  activeUid: active ? of.mainKey.uid : 'another',
});

describe('deleting a key', () => {
  it('needs a choice if it has copy keys, or is active while there are other keys', () => {
    expect(needsChoice(place(MAIN, true))).toBe(true);
    expect(needsChoice(place(OTHER, false))).toBe(true);
    expect(needsChoice(place(ALONE, true))).toBe(true);
    expect(needsChoice(place(ALONE, true, [ALONE]))).toBe(false);
    expect(needsChoice(place(ALONE, false))).toBe(false);
    expect(needsChoice({ ...place(MAIN, true), apiKey: key('One') })).toBe(false);
  });

  it('offers other groups, its own copy keys and single keys', () => {
    const { groups, own, alone } = replacements(place(MAIN, true));
    expect(groups.map(({ mainKey }) => mainKey.name)).toEqual(['Other']);
    expect(own.map(({ name }) => name)).toEqual(['One', 'Two']);
    expect(alone.map(({ name }) => name)).toEqual(['Alone']);
  });

  it('offers only its own copy keys where it is not active: nothing else becomes active by itself', () => {
    const { groups, own, alone } = replacements(place(OTHER, false));
    expect([groups, own.map(({ name }) => name), alone]).toEqual([[], ['Third'], []]);
  });

  it('needs a choice made only for the active key', () => {
    expect(mayDelete(place(MAIN, true), null)).toBe(false);
    expect(mayDelete(place(MAIN, true), 'One')).toBe(true);
    expect(mayDelete(place(OTHER, false), null)).toBe(true);
  });

  it('describes what happens to the copy keys', () => {
    expect(consequence(place(MAIN, true), null)).toBe('');
    expect(consequence(place(MAIN, true), 'One')).toBe(
      'One becomes the main key of this group and your active key. Two stays under it and copies its deals.',
    );
    expect(consequence(place(MAIN, true), 'Alone')).toBe(
      'Alone becomes your active key. One, Two become single keys, with copying off.',
    );
    expect(consequence(place(ALONE, true), 'Other')).toBe('Other becomes your active key.');
    expect(consequence(place(OTHER, false), null)).toBe('Third becomes a single key, with copying off.');
    expect(consequence(place(OTHER, false), 'Third')).toBe('Third becomes the main key of this group.');
  });

  it('counts many copy keys, and says how many of them copy', () => {
    const names = Array.from({ length: 18 }, (_, index) => `Copy ${index + 1}`);
    const large = group('Main', ...names);
    const said = (off: string[], chosen: string) => {
      const copyKeys = large.copyKeys.map((each) => ({ ...each, inProcess: !off.includes(each.name) }));
      const some = { ...large, copyKeys };
      return consequence(place(some, true, [some, ALONE]), chosen);
    };
    const leads = 'Copy 7 becomes the main key of this group and your active key. The other 17 copy keys stay under it';
    expect(said([], 'Copy 7')).toBe(`${leads} and copy its deals.`);
    expect(said(['Copy 7', 'Copy 18'], 'Copy 7')).toBe(`${leads} and 16 of them copy its deals.`);
    expect(said(names.slice(1), 'Copy 7')).toBe(`${leads} and 1 of them copies its deals.`);
    expect(said(names, 'Copy 7')).toBe(`${leads}, with copying off.`);
    expect(said([], 'Alone')).toBe(
      'Alone becomes your active key. All 18 copy keys of Main become single keys, with copying off.',
    );
  });
});
