import { createHash } from 'node:crypto';

/** A key that reveals no address and has one length: SHA-256, base64url. */
export const hashedName = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
