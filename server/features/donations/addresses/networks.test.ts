import { describe, expect, it } from 'vitest';
import { addressFault, memoFault, NETWORK_NAMES } from './networks.ts';

/** Published by each network: in its genesis, its documents or for a well-known contract. */
const KNOWN: Record<string, string[]> = {
  BTC: [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  LTC: ['LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  DOGE: ['DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
  XRP: ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
  XLM: ['GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
  ADA: [
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
    'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8',
  ],
  SOL: ['4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', 'So11111111111111111111111111111111111111112'],
  TON: ['EQBvW8Z5huBkMJYdnfAEM5JqTNkuWX3diqYENkWsIL0XggGG', 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'],
  TRC20: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  BEP2: ['bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2'],
  ERC20: [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ],
};
const EVM_TOO = ['BEP20', 'opBNB', 'MATIC', 'ARBITRUM', 'OPTIMISM', 'BASE', 'AVAXC'];
const known = Object.entries(KNOWN).flatMap(([network, all]) =>
  all.map((address): [string, string] => [network, address]),
);

/** The address with each character in turn replaced by another of the same kind. */
const mistyped = (address: string): string[] =>
  Array.from(address, (character, at) => {
    const other = /\d/.test(character) ? (character === '7' ? '8' : '7') : character === 'w' ? 'q' : 'w';
    return address.slice(0, at) + other + address.slice(at + 1);
  });

describe('P-10: an address', () => {
  it('has vectors for every network', () => {
    expect([...Object.keys(KNOWN), ...EVM_TOO].toSorted()).toEqual(NETWORK_NAMES.toSorted());
  });

  it.each(known)('%s %s is taken', (network, address) => {
    expect(addressFault(network, address)).toBeNull();
    if (network === 'ERC20') for (const name of EVM_TOO) expect(addressFault(name, address)).toBeNull();
  });

  it.each(known.filter(([network]) => network !== 'SOL'))(
    '%s %s with any one character wrong is not',
    (network, address) => {
      for (const wrong of mistyped(address)) expect(addressFault(network, wrong), wrong).toContain(`'${wrong}'`);
    },
  );

  it.each([
    ['BTC', 'a test network', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['BTC', 'another coin', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'],
    ['BTC', 'letters of both kinds', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4'],
    [
      'BTC',
      'the first segwit version in the later code',
      'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
    ],
    ['ERC20', 'no checksum', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['ERC20', 'a short one', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
    ['SOL', 'a short one', '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4'],
    ['TON', 'the raw form', '0:6f5bc67986e06430961d9df00433926a4cd92e597ddd8aa6043645ac20bd1782'],
    ['ADA', 'a test network', 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'],
    ['XRP', 'one of Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['TRC20', 'nothing', ''],
    ['BEP2', 'a blank at the end', 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2 '],
  ])('%s: %s is not taken', (network, _, address) => {
    expect(addressFault(network, address)).toContain(`is no ${network} address`);
  });
});

describe('a memo', () => {
  it.each([
    ['XRP', '0', null],
    ['XRP', '4294967295', null],
    ['XRP', '4294967296', "'4294967296' is no memo of XRP, which is a whole number below 4294967296"],
    ['XRP', 'abc', "'abc' is no memo of XRP, which is a whole number below 4294967296"],
    ['XRP', '', 'XRP needs a memo: without it the coins are lost'],
    ['TON', undefined, 'TON needs a memo: without it the coins are lost'],
    ['BEP2', '102345678', null],
    ['XLM', 'x'.repeat(29), /28/],
    ['ERC20', '123', 'ERC20 has no memo: leave it out'],
    ['ERC20', '', null],
  ])('of %s: %j', (network, memo, said) => {
    if (said instanceof RegExp) expect(memoFault(network, memo)).toMatch(said);
    else expect(memoFault(network, memo)).toBe(said);
  });
});
