import type { Exchange as CcxtExchange } from 'ccxt';

export type CcxtClient = CcxtExchange;

/** 60 MB on disk, 0.4 s and 100 MB of memory: loaded when a market that needs it is first asked, never before. */
export async function loadCcxt() {
  const { pro } = await import('ccxt');
  return pro;
}

interface ClientTimes {
  /** The exchange's time by our clock and the offset measured, UTC epoch ms. */
  now(): number;
  /** Ms that a request's time stamp stays good. */
  recvWindow: number;
}

/** What every client is made with: no throttle of its own (20 parallel calls took it 4 s), no float, no broker's name. */
export const clientConfig = ({ now, recvWindow }: ClientTimes) => ({
  enableRateLimit: false,
  number: String,
  options: { recvWindow, brokerId: '' },
  nonce: now,
  milliseconds: now,
  seconds: () => Math.floor(now() / 1000),
  log: () => undefined,
});
