import { createHash } from 'node:crypto';

/** Identifies a browser in the audit log without revealing its endpoint. */
export const browserId = (endpoint: string): string =>
  createHash('sha256').update(endpoint).digest('base64url').slice(0, 16);
