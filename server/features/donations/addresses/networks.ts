import { isBase58Check, isSolanaAddress, isXrpAddress } from './base58.ts';
import { isBeaconAddress, isCardanoAddress, isSegwitAddress } from './bech32.ts';
import { isStellarAddress, isTonAddress } from './crc16.ts';
import { isEvmAddress } from './evm.ts';

interface Memo {
  isMemo: (text: string) => boolean;
  words: string;
}

interface NetworkRules {
  /** False for an invalid address; a decoder may throw instead. */
  isAddress: (text: string) => boolean;
  /** A description of the format. */
  looks: string;
  /** Where the network has one: coins sent without it are lost. */
  memo?: Memo;
  /** The only coin of the network. */
  coin?: string;
}

const EVM: NetworkRules = {
  isAddress: isEvmAddress,
  looks: '0x and 40 digits in capitals and small letters as wallets show them',
};
const textMemo = (longest: number): Memo => ({
  isMemo: (text) => text.length <= longest && /^[\x21-\x7e]+$/.test(text),
  words: `up to ${longest} letters, digits or signs`,
});
/** A destination tag is 32 bits. */
const TAG: Memo = {
  isMemo: (text) => /^(0|[1-9]\d{0,9})$/.test(text) && Number(text) < 2 ** 32,
  words: 'a whole number below 4294967296',
};

/** By the short name that exchanges show beside an address. */
const NETWORKS: Record<string, NetworkRules> = {
  BTC: {
    isAddress: (text) => (/^bc1/i.test(text) ? isSegwitAddress(text, 'bc') : isBase58Check(text, [0x00, 0x05])),
    looks: 'begins with 1, 3 or bc1',
    coin: 'BTC',
  },
  LTC: {
    isAddress: (text) => (/^ltc1/i.test(text) ? isSegwitAddress(text, 'ltc') : isBase58Check(text, [0x30, 0x32])),
    looks: 'begins with L, M or ltc1',
    coin: 'LTC',
  },
  DOGE: { isAddress: (text) => isBase58Check(text, [0x1e, 0x16]), looks: 'begins with D, 9 or A', coin: 'DOGE' },
  XRP: {
    isAddress: isXrpAddress,
    looks: 'begins with r',
    memo: TAG,
    coin: 'XRP',
  },
  XLM: {
    isAddress: isStellarAddress,
    looks: 'begins with G',
    memo: textMemo(28),
  },
  ADA: { isAddress: isCardanoAddress, looks: 'begins with addr1' },
  SOL: { isAddress: isSolanaAddress, looks: '32 bytes in Base58' },
  TON: { isAddress: isTonAddress, looks: '48 characters that begin with EQ or UQ', memo: textMemo(100) },
  TRC20: { isAddress: (text) => isBase58Check(text, [0x41]), looks: 'begins with T' },
  BEP2: { isAddress: isBeaconAddress, looks: 'begins with bnb1', memo: textMemo(100) },
  ERC20: EVM,
  BEP20: EVM,
  opBNB: EVM,
  MATIC: EVM,
  ARBITRUM: EVM,
  OPTIMISM: EVM,
  BASE: EVM,
  AVAXC: EVM,
};

export const NETWORK_NAMES = Object.keys(NETWORKS);

function isAddress(rules: NetworkRules, text: string): boolean {
  try {
    return rules.isAddress(text);
  } catch {
    return false;
  }
}

export const addressFault = (shortName: string, address: string): string | null => {
  const rules = NETWORKS[shortName];
  if (!rules || isAddress(rules, address)) return null;
  return `'${address}' is no ${shortName} address (${rules.looks}), or a character of it is wrong: its checksum does not hold`;
};

export function memoFault(shortName: string, memo: string | undefined): string | null {
  const rules = NETWORKS[shortName]?.memo;
  if (!rules) return memo ? `${shortName} has no memo: leave it out` : null;
  if (!memo) return `${shortName} needs a memo: without it the coins are lost`;
  return rules.isMemo(memo) ? null : `'${memo}' is no memo of ${shortName}, which is ${rules.words}`;
}

export function coinFault(shortName: string, coin: string): string | null {
  const only = NETWORKS[shortName]?.coin;
  return only === undefined || only === coin.toUpperCase() ? null : `${coin} does not move on the network ${shortName}`;
}
