import type { Big } from 'big.js';
import type { HookAction, SignalFormat } from '../../contracts/rules/hook-actions.ts';

export type Stance = 'flat' | 'long' | 'short';

/** A trade of the sender, with its positions after and before it where it names them. */
export interface Trade {
  by: 'trade';
  side: 'buy' | 'sell' | 'short';
  after: Stance | null;
  before: Stance | null;
}

/** What a sender asks for: an action by its name, or a trade, which is an action by what the hook holds. */
export type Ask = { by: 'action'; action: HookAction; sellsCoins?: boolean } | Trade;

/** A message as read by its format. What the sender left out is null. */
export interface Signal {
  format: SignalFormat;
  /** By which the sender names it: the same twice is one signal. */
  id: string | null;
  /** UTC epoch ms. */
  time: number | null;
  /** Seconds; a 3Commas body may shorten the longest age. */
  maxLag: number | null;
  ask: Ask;
  /** As sent: 'BINANCE:XRPUSDT'. */
  pair: string | null;
  /** The exchange that it speaks of, lower case. */
  exchange: string | null;
  price: Big | null;
  /** Counter currency. */
  amount: Big | null;
  takeProfits: readonly Big[];
  stopLoss: Big | null;
  /** Fraction of what is held. */
  share: Big | null;
  /** What a reduction is to bring that names no share, counter currency. */
  worth: Big | null;
  isTest: boolean;
  /** The bot that a 3Commas body names. */
  alias: string | null;
}

export type Read = { signal: Signal } | { fault: string };
