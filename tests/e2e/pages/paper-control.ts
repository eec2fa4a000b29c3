import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const EVERY_MS = 1000;

interface Rights {
  spot?: boolean;
  withdraw?: boolean;
  ip?: string | null;
  revoked?: boolean;
}

/** Orders to the paper exchange of the site whose data are in this folder. */
export function paperControl(dataDir: string) {
  async function order(path: string, body: object): Promise<void> {
    const url = await readFile(join(dataDir, 'paper-control.url'), 'utf8');
    const answer = await fetch(`${url.trim()}/control/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`/control/${path}: ${answer.status} ${await answer.text()}`);
  }
  const trade = (symbol: string, price: number): Promise<void> => order('price', { symbol, price });
  return {
    /** One trade at this price; the simulation leaves the symbol alone from then on. */
    trade,
    /** The most that one trade fills; null lifts it. */
    liquidity: (symbol: string, maxPerTick: number | null): Promise<void> => order('liquidity', { symbol, maxPerTick }),
    /** Whether a symbol trades. */
    halt: (symbol: string, status: 'TRADING' | 'HALT' | 'CANCEL_ONLY'): Promise<void> =>
      order('pair', { symbol, status }),
    /** What a paper key may do on its exchange. */
    allow: (key: string, rights: Rights): Promise<void> => order('key', { key, ...rights }),
    /** What an account has free of an asset from now on. */
    fund: (key: string, asset: string, free: string): Promise<void> => order('balance', { key, asset, free }),
    /** Until it is lifted the exchange cannot be reached. */
    down: (isDown: boolean): Promise<void> => order('fault', { kind: 'down', ...(isDown ? {} : { times: 0 }) }),
    /** Keeps a symbol trading at one price, so that it stays fresh, until it is disposed of. */
    async steady(symbol: string, price: number) {
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
    },
  };
}

/** Of the site that all tests share. */
export const { trade, liquidity, allow, fund, steady } = paperControl(process.env['E2E_DATA_DIR'] ?? '');
