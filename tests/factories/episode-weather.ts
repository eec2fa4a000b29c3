import { setTimeout as sleep } from 'node:timers/promises';
import { Big } from 'big.js';
import { randomFrom } from '../../server/exchanges/paper/market/random.ts';
import type { Control } from './paper-control.ts';

const LIFTED = ['unknown-executed', 'unknown-dropped', 'drop-before', 'drop-after', 'reject', 'delay'] as const;

/** What happens by chance, the same for the same seed. */
export function dice(seed: string) {
  const { uniform } = randomFrom(seed);
  const between = (least: number, most: number) => least + Math.floor(uniform() * (most - least + 1));
  const oneOf = <T>(all: readonly T[]) => all[between(0, all.length - 1)] as T;
  return { between, oneOf, chance: (part: number) => uniform() < part };
}
export type Dice = ReturnType<typeof dice>;

export const priceAt = (ticks: number) => new Big(ticks).div(10_000).toNumber();

/** What happens to all accounts: the price moves, stops are not taken, the pair halts, streams are cut. */
export async function weather(control: Control, random: Dice, signal: AbortSignal): Promise<void> {
  let at = 5200;
  for (let turn = 0; !signal.aborted; turn += 1) {
    at = Math.min(5800, Math.max(4600, at + random.between(-70, 70)));
    await control('price', { symbol: 'XRPUSDT', price: priceAt(at) });
    if (turn % 12 === 5) await control('pair', { symbol: 'XRPUSDT', maxNumAlgoOrders: random.oneOf([0, 1, 5]) });
    if (turn % 16 === 9) await control('fault', { kind: 'cut-streams' });
    if (turn % 20 === 13) {
      await control('pair', { symbol: 'XRPUSDT', status: random.oneOf(['HALT', 'BREAK', 'CANCEL_ONLY'] as const) });
      await sleep(1500);
      await control('pair', { symbol: 'XRPUSDT', status: 'TRADING' });
    }
    await sleep(250);
  }
}

/** All of it is over. */
export async function calm(control: Control): Promise<void> {
  for (const kind of LIFTED) await control('fault', { kind, times: 0 });
  await control('fault', { kind: 'reports', times: 0, mode: 'doubled' });
  await control('fault', { kind: 'zero-price-report', times: 0 });
  await control('pair', { symbol: 'XRPUSDT', status: 'TRADING', maxNumAlgoOrders: 5 });
  await control('price', { symbol: 'XRPUSDT', price: '0.52' });
}
