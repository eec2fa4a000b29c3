import { createHash, randomInt } from 'node:crypto';

/** Without similar characters: 0 and o, 1, i and l. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const COUNT = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;

const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
const newCode = () => Array.from({ length: GROUPS }, group).join('-');

/** 79 bits each: their hashes need no salt. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newCode);

/** Accepts capitals, spaces and missing dashes. */
export const recoveryCodeHash = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z\d]/g, ''))
    .digest();
