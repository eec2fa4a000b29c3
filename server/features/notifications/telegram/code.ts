import { createHash, randomBytes } from 'node:crypto';

/** 256 bits in the 64 characters at most that a deep link may carry. */
export const newCode = (): string => randomBytes(32).toString('base64url');
export const codeHash = (code: string): Buffer => createHash('sha256').update(code).digest();
