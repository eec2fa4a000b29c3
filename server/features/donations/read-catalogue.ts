import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Donations } from '#contracts/donations.ts';
import { addressFault, coinFault, memoFault, NETWORK_NAMES } from './addresses/networks.ts';
import { faultyLine, linesOf } from './json-lines.ts';

/** The prefix of addresses in the shipped example: no wallet accepts it. */
const NOT_PAYABLE = 'NOT-PAYABLE-';

const text = (longest: number) =>
  z
    .string('must be a text')
    .check(z.minLength(1, 'must not be empty'), z.maxLength(longest, `has at most ${longest} characters`));

const Network = z.strictObject({
  network: text(60),
  shortName: text(20).check(
    z.refine((name) => NETWORK_NAMES.includes(name), `is not known: it may be ${NETWORK_NAMES.join(', ')}`),
  ),
  address: text(120),
  memo: z.optional(z.string('must be a text in quotation marks')),
});

const Catalogue = z.strictObject({
  example: z.optional(z.boolean('must be true or false')),
  updated: z.iso.date('must be a date such as 2026-01-31'),
  exchangeUser: z.optional(z.strictObject({ exchange: text(40), id: text(40) })),
  coins: z
    .array(
      z.strictObject({
        coin: text(10).check(z.regex(/^[A-Z\d]+$/, 'is written in capitals, such as BTC')),
        networks: z.array(Network).check(z.minLength(1, 'must name one network or more')),
      }),
    )
    .check(z.minLength(1, 'must name one coin or more')),
});
type Catalogue = z.output<typeof Catalogue>;

interface Fault {
  path: string;
  sentence: string;
}

function networkFaults(coin: string, network: z.output<typeof Network>, example: boolean) {
  const { shortName, address, memo } = network;
  const addressWords = example
    ? address.startsWith(NOT_PAYABLE)
      ? null
      : `An example's address begins with ${NOT_PAYABLE}`
    : addressFault(shortName, address);
  return [
    { field: 'shortName', sentence: coinFault(shortName, coin) },
    { field: 'address', sentence: addressWords },
    { field: 'memo', sentence: example && memo ? null : memoFault(shortName, memo) },
  ];
}

/** A repeated coin or network is a mistake: only one of them would be shown. */
function repeated(names: readonly string[], path: (at: number) => string): Fault[] {
  return names.flatMap((name, at) =>
    names.indexOf(name) === at ? [] : [{ path: path(at), sentence: `${name} is there already` }],
  );
}

function faultsOf({ coins, example = false }: Catalogue): Fault[] {
  return [
    ...repeated(
      coins.map(({ coin }) => coin),
      (at) => `coins.${at}.coin`,
    ),
    ...coins.flatMap(({ coin, networks }, place) => [
      ...repeated(
        networks.map(({ shortName }) => shortName),
        (at) => `coins.${place}.networks.${at}.shortName`,
      ),
      ...networks.flatMap((network, at) =>
        networkFaults(coin, network, example).flatMap(({ field, sentence }) =>
          sentence === null ? [] : [{ path: `coins.${place}.networks.${at}.${field}`, sentence }],
        ),
      ),
    ]),
  ];
}

/** The line of a value, or of what surrounds it where it is missing. */
function lineOf(path: string, lines: ReadonlyMap<string, number>): number {
  for (let parts = path.split('.'); parts.length > 0; parts = parts.slice(0, -1)) {
    const line = lines.get(parts.join('.'));
    if (line !== undefined) return line;
  }
  return 1;
}

function parse(file: string, source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    throw new Error(`${file}, line ${faultyLine(source)}: this is not valid JSON.`);
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`DONATIONS_FILE ${file} cannot be read: ${code ?? String(error)}.`, { cause: error });
  }
}

const nameOf = (path: string): string => path.split('.').at(-1) ?? '';

/** P-10: the operator's catalogue, validated; throws an Error with one sentence and line per fault. */
export function readCatalogue(file: string): Donations {
  const source = read(file).replace(/^\uFEFF/, '');
  const parsed = z.safeParse(Catalogue, parse(file, source));
  const faults = parsed.success
    ? faultsOf(parsed.data)
    : parsed.error.issues.map(({ path, message }) => ({
        path: path.join('.'),
        sentence: `${nameOf(path.join('.'))} ${message}`.trim(),
      }));
  if (faults.length > 0 || !parsed.success) {
    const lines = linesOf(source);
    const sentences = faults.map(({ path, sentence }) => `${file}, line ${lineOf(path, lines)}: ${sentence}.`);
    throw new Error(['The donation catalogue is not used:', ...sentences].join('\n'));
  }
  const { updated, example = false, exchangeUser = null, coins } = parsed.data;
  return {
    updated,
    example,
    exchangeUser,
    coins: coins.map(({ coin, networks }) => ({
      coin,
      networks: networks.map(({ memo, ...network }) => Object.assign(network, { memo: memo || null })),
    })),
  };
}
