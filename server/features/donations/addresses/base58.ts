import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base58xrp } from '@scure/base';

const CHECKSUM = 4;

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean => Buffer.from(one).equals(other);

/** Version and payload of a Base58Check address; throws on a wrong checksum (double SHA-256). */
function read(text: string, alphabet = base58): Uint8Array {
  const bytes = alphabet.decode(text);
  const payload = bytes.subarray(0, -CHECKSUM);
  if (!sameBytes(sha256(sha256(payload)).subarray(0, CHECKSUM), bytes.subarray(-CHECKSUM))) throw new Error('checksum');
  return payload;
}

/** One version byte and the 20 bytes of a hash. */
export const isBase58Check = (text: string, versions: readonly number[], alphabet = base58): boolean => {
  const payload = read(text, alphabet);
  return payload.length === 21 && versions.includes(payload[0] ?? -1);
};

/** The XRP Ledger has its own alphabet. */
export const isXrpAddress = (text: string): boolean => isBase58Check(text, [0x00], base58xrp);

/** A plain public key: Solana addresses have no checksum, only a length. */
export const isSolanaAddress = (text: string): boolean => base58.decode(text).length === 32;
