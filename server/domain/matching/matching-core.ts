import { Big } from 'big.js';
import { type Placed, type PlacedList, Matching } from './engine/matching.ts';
import type { Account } from './model/matching-account.ts';
import type { MatchingListener } from './model/listener.ts';
import type { Print, TradedMarket } from './model/market.ts';
import type { ListDraft } from './model/order-list.ts';
import type { Draft, Order } from './model/order.ts';
import { OrderRefusal } from './model/refusal.ts';
import type { FeeRates } from './money/fees.ts';
import { createLedger } from './money/ledger.ts';
import { checkAdmission } from './rules/admission.ts';
import { type Wanted, checkIds } from './rules/capacity.ts';
import { checkListTypes } from './rules/list-types.ts';
import { checkCancels } from './rules/symbol-status.ts';
import { checkTerms } from './rules/terms.ts';

export interface CoreOptions {
  markets: readonly TradedMarket[];
  fees: FeeRates;
  /** UTC epoch ms. */
  now: () => number;
  listener?: Partial<MatchingListener>;
}

const counter = (): (() => number) => {
  let last = 0;
  return () => (last += 1);
};

const SILENT: MatchingListener = {
  holdingChanged: () => {},
  orderChanged: () => {},
  listChanged: () => {},
  filled: () => {},
  traded: () => {},
  executed: () => {},
  listReported: () => {},
};

/**
 * An exchange in memory that holds orders to the same rules as the paper exchange. It has no clock and no prices of its
 * own: it does what it is asked to at the time that `now` says, and the same calls give the same ids and results.
 */
export function matchingCore({ markets, fees, now, listener }: CoreOptions) {
  const bySymbol = new Map(markets.map((market) => [market.pair.symbol, market]));
  const accounts = new Map<string, Account>();
  const receiver = { ...SILENT, ...listener };
  const ledger = createLedger(receiver);
  const nextId = { order: counter(), list: counter(), prevention: counter() };
  const matching = new Matching({ ledger, markets: bySymbol, accounts, fees, now, nextId, listener: receiver });
  ledger.issue(markets.flatMap(({ pair }) => [pair.base, pair.quote]));

  const marketOf = (symbol: string): TradedMarket => {
    const market = bySymbol.get(symbol);
    if (!market) throw new OrderRefusal('unknown-symbol');
    return market;
  };
  const check = (account: Account, wanted: Wanted): void => {
    for (const draft of wanted.drafts) checkTerms(draft);
    checkAdmission(wanted, account, now());
    checkIds(wanted, account);
  };

  return {
    ledger,
    openAccount: (id: string, balances: Readonly<Record<string, string>>, paysDiscounted = false): Account => {
      const lists = { holdings: new Map(), open: new Map(), lists: new Map() };
      const account: Account = { id, paysDiscounted, updateTime: now(), ...lists };
      accounts.set(id, account);
      for (const [asset, amount] of Object.entries(balances)) ledger.credit(account, asset, new Big(amount));
      return account;
    },
    /** Throws the refusal. */
    place: (account: Account, draft: Draft): Placed => {
      check(account, { market: marketOf(draft.pair.symbol), drafts: [draft], clientListId: null });
      return matching.place(account, draft);
    },
    /** Throws the refusal. */
    placeList: (account: Account, draft: ListDraft): PlacedList => {
      const { working, legs, clientListId } = draft;
      checkListTypes(draft);
      const drafts = working ? [working, ...legs] : legs;
      check(account, { market: marketOf(draft.pair.symbol), drafts, clientListId });
      return matching.placeList(account, draft);
    },
    /** Cancels an open order, or the whole list that it is in. Throws the refusal. */
    cancel: (account: Account, orderId: number, cancelId = ''): Order[] => {
      const order = account.open.get(orderId);
      if (!order) throw new OrderRefusal('unknown-order');
      checkCancels(marketOf(order.pair.symbol));
      return matching.cancel(order, cancelId);
    },
    trade: (symbol: string, print: Print): void => matching.trade(marketOf(symbol), print),
    /** The prices between which a trade of this symbol touches no order. */
    quietRange: (symbol: string) => matching.quietRange(symbol),
  };
}
