import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base58xrp } from '@scure/base';

const CHECKSUM = 4;

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean => Buffer.from(one).equals(other);

/** Version and payload of an address with a checksum (double SHA-256); throws when it is none or does not match. */
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

/** The XRP Ledger has an order of letters of its own. */
export const isXrpAddress = (text: string): boolean => isBase58Check(text, [0x00], base58xrp);

/** A public key as it is: Solana's addresses have no checksum, their length alone tells. */
export const isSolanaAddress = (text: string): boolean => base58.decode(text).length === 32;
