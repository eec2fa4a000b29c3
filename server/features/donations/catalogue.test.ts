import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOf, spawnServer } from '../../../tests/setup/process.ts';
import { openDonations } from './index.ts';

const BITCOIN = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const GOOD = `{
  "updated": "2026-01-31",
  "exchangeUser": { "exchange": "Binance", "id": "12345678" },
  "coins": [
    {
      "coin": "BTC",
      "networks": [
        { "network": "Bitcoin", "shortName": "BTC", "address": "${BITCOIN}" },
        { "network": "Ethereum", "shortName": "ERC20", "address": "${ETHEREUM}", "memo": "" }
      ]
    },
    {
      "coin": "XRP",
      "networks": [
        {
          "network": "Ripple",
          "shortName": "XRP",
          "address": "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",
          "memo": "42"
        }
      ]
    }
  ]
}
`;

let folder = '';
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-donations-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(text: string): Promise<string> {
  const name = join(folder, `${(count += 1)}.json`);
  await writeFile(name, text);
  return name;
}

/** The error for a changed catalogue, without its file name. */
async function said(from: string | RegExp, to: string): Promise<string> {
  const changed = GOOD.replace(from, to);
  expect(changed).not.toBe(GOOD);
  const name = await file(changed);
  try {
    openDonations(name);
    return 'nothing';
  } catch (error) {
    return (error as Error).message.replaceAll(`${name}, `, '').replace('The donation catalogue is not used:\n', '');
  }
}

describe('P-10: the catalogue', () => {
  it('is what the file says', async () => {
    expect(openDonations(await file(GOOD))).toEqual({
      updated: '2026-01-31',
      example: false,
      exchangeUser: { exchange: 'Binance', id: '12345678' },
      coins: [
        {
          coin: 'BTC',
          networks: [
            { network: 'Bitcoin', shortName: 'BTC', address: BITCOIN, memo: null },
            { network: 'Ethereum', shortName: 'ERC20', address: ETHEREUM, memo: null },
          ],
        },
        {
          coin: 'XRP',
          networks: [
            { network: 'Ripple', shortName: 'XRP', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', memo: '42' },
          ],
        },
      ],
    });
  });

  it('is read with the mark that some editors put first', async () => {
    expect(openDonations(await file(`\uFEFF${GOOD}`)).coins).toHaveLength(2);
  });

  it.each([
    [
      'a wrong checksum',
      BITCOIN,
      BITCOIN.replace('5Q', '5R'),
      /^line 8: '1A1zP1eP5RGef.*is no BTC address .* checksum/,
    ],
    ['capitals that do not match', ETHEREUM, ETHEREUM.toLowerCase(), /^line 9: .*is no ERC20 address/],
    ['a missing memo', ',\n          "memo": "42"', '', /^line 15: XRP needs a memo: without it the coins are lost\.$/],
    ['an empty memo', '"memo": "42"', '"memo": ""', /^line 19: XRP needs a memo/],
    ['a memo that is no text', '"memo": "42"', '"memo": 42', /^line 19: memo must be a text in quotation marks\.$/],
    ['a memo where there is none', '"memo": ""', '"memo": "1"', /^line 9: ERC20 has no memo: leave it out\.$/],
    ['an unknown network', '"ERC20"', '"ERC21"', /^line 9: shortName is not known: it may be BTC, LTC/],
    [
      'a coin on the network of another',
      '"coin": "XRP"',
      '"coin": "ADA"',
      /^line 17: ADA does not move on the network XRP/,
    ],
    ['a coin twice', '"coin": "XRP"', '"coin": "BTC"', /^line 13: BTC is there already\.\nline 17/],
    ['no date', '  "updated": "2026-01-31",\n', '', /^line 1: updated must be a date such as/],
    ['a date that is none', '2026-01-31', '2026-02-31', /^line 2: updated must be a date such as/],
    ['an unknown field', '"memo": ""', '"mema": ""', /^line 9: /],
    ['no coin', /"coins": \[[^]*\]\n\}/, '"coins": []\n}', /^line 4: coins must name one coin or more\.$/],
    ['a real address in an example', '"updated"', '"example": true, "updated"', /^line 8: An example's address begins/],
    ['a missing comma', '"Bitcoin",', '"Bitcoin"', /^line 8: this is not valid JSON\.$/],
    ['a comma too many', '"id": "12345678" }', '"id": "12345678", }', /^line 3: this is not valid JSON\.$/],
    ['a text that does not end', '"Ripple"', '"Ripple', /^line 16: this is not valid JSON\.$/],
    ['an end that is missing', /\}\n$/, '', /^line 24: this is not valid JSON\.$/],
    ['a word', '"2026-01-31"', 'today', /^line 2: this is not valid JSON\.$/],
  ])('with %s is refused, and the line named', async (...[, from, to, words]) => {
    expect(await said(from, to)).toMatch(words);
  });

  it('names every fault at once', async () => {
    expect((await said(/5Q|42/g, '5R')).split('\n')).toHaveLength(2);
  });

  it('that is not there is said to be so', () => {
    expect(() => openDonations(join(folder, 'none.json'))).toThrow(
      /^DONATIONS_FILE .*none\.json cannot be read: ENOENT\.$/,
    );
  });

  it('keeps the server from starting while it is wrong', async () => {
    const name = await file(GOOD.replace(BITCOIN, BITCOIN.replace('5Q', '5R')));
    const { child, output } = spawnServer({ DATA_DIR: join(folder, 'data'), DONATIONS_FILE: name, PORT: '0' });
    expect(await endOf(child)).toBe(1);
    expect(output()).toBe(
      `The donation catalogue is not used:\n${name}, line 8: '1A1zP1eP5RGefi2DMPTfTL5SLmv7DivfNa' is no BTC address (begins with 1, 3 or bc1), or a character of it is wrong: its checksum does not hold.\n`,
    );
  });
});

it('the shipped example has the spec’s coins and networks, and nothing can be sent to it', () => {
  const { example, coins } = openDonations(undefined);
  expect(example).toBe(true);
  expect(
    Object.fromEntries(coins.map(({ coin, networks }) => [coin, networks.map(({ shortName }) => shortName)])),
  ).toEqual({
    BTC: ['BTC', 'BEP20', 'ERC20', 'BEP2'],
    USDT: ['TRC20', 'BEP20', 'ERC20', 'TON', 'MATIC', 'SOL', 'ARBITRUM', 'BEP2'],
    XRP: ['XRP', 'BEP20', 'ERC20', 'BEP2'],
    ETH: ['ERC20', 'BEP20', 'BEP2'],
    BNB: ['BEP20', 'opBNB', 'BEP2'],
    DOGE: ['DOGE'],
  });
  for (const { address, shortName, memo } of coins.flatMap(({ networks }) => networks)) {
    expect(address).toMatch(/^NOT-PAYABLE-EXAMPLE-[A-Z\d]+-[A-Z\d]+$/);
    expect(memo !== null).toBe(['BEP2', 'TON', 'XRP'].includes(shortName));
  }
});
