import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMasterKey, dropOldMasterKey, readMasterKeys, replaceMasterKey } from './master-key.ts';

let DATA_DIR: string;
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'tandem-key-'));
  createMasterKey({ DATA_DIR });
});
afterEach(() => rmSync(DATA_DIR, { recursive: true }));

const keys = () => readMasterKeys({ DATA_DIR });

describe('S-30: the key in DATA_DIR', () => {
  it('is replaced once, however often that is asked, until the old one is dropped', () => {
    const first = keys().current;
    replaceMasterKey({ DATA_DIR });
    const { current, old } = keys();
    expect(old?.key).toEqual(first?.key);
    expect(current?.id).not.toBe(first?.id);
    replaceMasterKey({ DATA_DIR });
    expect([keys().current?.id, keys().old?.id]).toEqual([current?.id, old?.id]);
    dropOldMasterKey({ DATA_DIR });
    expect(readdirSync(DATA_DIR)).toEqual(['master-key']);
  });

  it('cut short after the old one was put aside, or with half of a file written, it is done to its end', () => {
    const first = keys().current;
    copyFileSync(join(DATA_DIR, 'master-key'), join(DATA_DIR, 'master-key.old'));
    writeFileSync(join(DATA_DIR, 'master-key.part'), 'half');
    replaceMasterKey({ DATA_DIR });
    expect(keys().old?.id).toBe(first?.id);
    expect(keys().current?.id).not.toBe(first?.id);
    expect(readdirSync(DATA_DIR).toSorted()).toEqual(['master-key', 'master-key.old']);
  });

  it('is not written over where it is not whole', () => {
    writeFileSync(join(DATA_DIR, 'master-key'), 'short');
    expect(() => replaceMasterKey({ DATA_DIR })).toThrow('must hold 32 bytes as base64');
    expect(readFileSync(join(DATA_DIR, 'master-key'), 'utf8')).toBe('short');
  });
});
