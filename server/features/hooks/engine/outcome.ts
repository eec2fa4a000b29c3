import { Big } from 'big.js';
import type { HookTemplate } from '#contracts/hooks.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import type { HookRow } from '../hooks.store.ts';
import type { SignalRow } from '../signals.store.ts';

/** A signal that is acted on, with what its hook allows. */
export interface Acting {
  hook: HookRow;
  template: HookTemplate;
  row: SignalRow;
}

/** How acting on a signal ended. */
export type Done = { state: 'done' | 'failed'; outcome: string };
export const doneWith = (outcome: string): Done => ({ state: 'done', outcome });
export const failedWith = (outcome: string): Done => ({ state: 'failed', outcome });

const DECIMALS = 8;
/** An amount as the sentences of outcomes say it. */
export const amountText = (amount: Big): string => grouped(amount.round(DECIMALS, Big.roundDown));
