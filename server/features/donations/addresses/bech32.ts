import { bech32, bech32m } from '@scure/base';

/** Cardano addresses are longer than the 90 characters of BIP 173. */
const LONGEST = 120;

type Text = `${string}1${string}`;

/** A segwit address (BIP 173, BIP 350): version 0 with bech32, later ones with bech32m, 20 or 32 bytes. */
export function isSegwitAddress(text: string, prefix: string): boolean {
  const isLater = text.toLowerCase().startsWith(`${prefix}1p`);
  const code = isLater ? bech32m : bech32;
  const { prefix: found, words } = code.decode(text as Text);
  const [version, ...rest] = words;
  const { length } = code.fromWords(rest);
  const isWhole = isLater ? version === 1 && length === 32 : version === 0 && (length === 20 || length === 32);
  return found === prefix && isWhole;
}

/** BNB Beacon Chain: the hash of a public key. */
export function isBeaconAddress(text: string): boolean {
  const { prefix, bytes } = bech32.decodeToBytes(text);
  return prefix === 'bnb' && bytes.length === 20;
}

/** Shelley addresses of the main network (CIP 19), with or without a staking part. */
export function isCardanoAddress(text: string): boolean {
  const { prefix, words } = bech32.decode(text as Text, LONGEST);
  const bytes = bech32.fromWords(words);
  const isMainNetwork = ((bytes[0] ?? 0) & 0x0f) === 1;
  return prefix === 'addr' && isMainNetwork && (bytes.length === 57 || bytes.length === 29);
}
