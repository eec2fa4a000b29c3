import type { Big } from 'big.js';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { Market, Side } from '#contracts/symbol.ts';
import type { ExchangePair } from '../../../domain/market/pair.ts';
import type { Intended, Verdict } from '../../../trading/limits/index.ts';
import type { CopyPlan } from '../deps.ts';

/** What the limits of an account look at (S-35). */
export const intended = (
  { market, section: side }: { market: Market; section: Side },
  { pair, price }: { pair: ExchangePair; price: Big },
  { main, copies }: { main: Big | null; copies: readonly { quantity: Big }[] },
): Intended => ({ market, pair, side, price, main, copies: copies.map(({ quantity }) => quantity) });

/** A copy over a limit of the account is skipped with the reason; it never refuses the main order. */
export const withinLimits = <Copy extends Pick<CopyPlan, 'quantity' | 'skip'>>(
  copies: readonly Copy[],
  over: Verdict['copies'],
): Copy[] =>
  copies.map((copy, index) => {
    const sentence = copy.skip === null ? (over[index] ?? null) : null;
    return sentence === null ? copy : { ...copy, quantity: ZERO, skip: { code: 'OVER_LIMIT', sentence } };
  });
