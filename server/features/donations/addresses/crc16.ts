import { base32 } from '@scure/base';

/** CRC-16/XMODEM. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}

/** Bounceable or not, on the main network, in the base or the master chain. */
const TON_TAGS = new Set([0x11, 0x51]);
const TON_CHAINS = new Set([0x00, 0xff]);

/** TON's user-friendly form; the raw one has no checksum. */
export function isTonAddress(text: string): boolean {
  if (!/^[\w-]{48}$/.test(text)) return false;
  const bytes = Buffer.from(text, 'base64url');
  const isOurs = TON_TAGS.has(bytes[0] ?? -1) && TON_CHAINS.has(bytes[1] ?? -1);
  return isOurs && crc16(bytes.subarray(0, 34)) === bytes.readUInt16BE(34);
}

const STELLAR_ACCOUNT = 6 << 3;

/** An account's public key (SEP 23). */
export function isStellarAddress(text: string): boolean {
  const bytes = Buffer.from(base32.decode(text));
  return bytes.length === 35 && bytes[0] === STELLAR_ACCOUNT && crc16(bytes.subarray(0, 33)) === bytes.readUInt16LE(33);
}
