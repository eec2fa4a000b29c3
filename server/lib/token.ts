import { hash, randomBytes } from 'node:crypto';

/** 256 random bits, for cookies, links and challenges. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a token. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');
