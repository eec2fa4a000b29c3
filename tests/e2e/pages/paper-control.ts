import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

async function order(path: string, body: object): Promise<void> {
  const url = await readFile(join(process.env['E2E_DATA_DIR'] ?? '', 'paper-control.url'), 'utf8');
  const answer = await fetch(`${url.trim()}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`/control/${path}: ${answer.status} ${await answer.text()}`);
}

/** One trade at this price; the simulation leaves the symbol alone from then on. */
export const trade = (symbol: string, price: number): Promise<void> => order('price', { symbol, price });

/** The most that one trade fills; null lifts it. */
export const liquidity = (symbol: string, maxPerTick: number | null): Promise<void> =>
  order('liquidity', { symbol, maxPerTick });

const EVERY_MS = 1000;

/** Keeps a symbol trading at one price, so that it stays fresh, until it is disposed of. */
export async function steady(symbol: string, price: number) {
  await trade(symbol, price);
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(() => trade(symbol, price));
  }, EVERY_MS);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await last;
    },
  };
}

interface Rights {
  spot?: boolean;
  withdraw?: boolean;
  ip?: string | null;
  revoked?: boolean;
}

/** What a paper key may do on its exchange. */
export const allow = (key: string, rights: Rights): Promise<void> => order('key', { key, ...rights });
