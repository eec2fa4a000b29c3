import * as z from 'zod/mini';
import type { AccountEvent } from '../../exchange.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import { Execution, isTrade, Order, toFill, WalletCoin } from '../bybit-messages.ts';
import { joinFills } from './join-fills.ts';

export const TOPICS = ['order', 'execution', 'wallet'];

const Message = z.object({
  topic: z.enum(TOPICS),
  data: z.array(z.looseObject({ category: z.optional(z.string()) })),
});
const Wallet = z.object({ coin: z.array(WalletCoin) });

interface Options {
  pairs(): ReadonlyMap<string, ExchangePair>;
  emit(event: AccountEvent): void;
  /** Ms that a fill waits for its order. */
  patience: number;
}

export function readAccountMessages({ pairs, emit, patience }: Options) {
  const fills = joinFills({ emit, patience });

  function readEntry(topic: string, entry: object): void {
    if (topic === 'order') return fills.order(Order.parse(entry));
    const execution = Execution.parse(entry);
    if (isTrade(execution)) fills.fill(toFill(execution, pairs().get(execution.symbol)), execution);
  }

  return {
    /** False for what is no event of an account. Throws on one that does not read as documented. */
    read(message: unknown): boolean {
      const reported = Message.safeParse(message);
      if (!reported.success) return false;
      const { topic, data } = reported.data;
      if (topic === 'wallet') emit({ kind: 'balance', balances: data.flatMap((entry) => Wallet.parse(entry).coin) });
      else for (const entry of data.filter(({ category }) => category === 'spot')) readEntry(topic, entry);
      return true;
    },
    clear: fills.clear,
  };
}
