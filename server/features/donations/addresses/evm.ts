import { keccak_256 } from '@noble/hashes/sha3.js';

/** EIP 55: the case of the letters is the checksum. */
export function isEvmAddress(text: string): boolean {
  if (!/^0x[\da-fA-F]{40}$/.test(text)) return false;
  const digits = text.slice(2).toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex');
  const written = digits.replaceAll(/[a-f]/g, (digit, at: number) =>
    Number.parseInt(hash[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return text === `0x${written}`;
}
