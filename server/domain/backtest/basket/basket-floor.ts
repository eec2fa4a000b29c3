import type { Big } from 'big.js';
import { min } from '#contracts/rules/decimal.ts';
import { floorTo } from '#contracts/rules/steps.ts';
import { matchingCore } from '../../matching/matching-core.ts';
import type { Account } from '../../matching/model/matching-account.ts';
import type { Execution } from '../../matching/model/execution.ts';
import type { Draft, OrderSide } from '../../matching/model/order.ts';
import type { Offer } from '../../matching/model/market.ts';
import type { Pair } from '../../matching/model/pair.ts';
import { TapeMarket } from '../../matching/tape-market.ts';
import { worsePrice } from '../memory-orders.ts';

/** how orders that trade at once are taken to trade. */
export interface BasketTerms {
  /** Of every trade. */
  fee: Big;
  /** By which a price is worse than the last one, as a fraction. */
  slippage: Big;
  /** The usual spread, in ticks of each pair: a taker pays half of it. */
  spreadTicks: Big;
  /** Most of a bar's volume that one limited order fills by, as a fraction; null is without bound. */
  volumeShare: Big | null;
}

interface Opening {
  pairs: readonly Pair[];
  /** First prices, in the order of the pairs, counter units. */
  prices: readonly Big[];
  /** By asset. */
  given: ReadonlyMap<string, Big>;
  /** UTC epoch ms. */
  now: number;
}

/** the paper exchange's own matching in memory, for one account on several pairs. */
export class BasketFloor {
  readonly #terms: BasketTerms;
  readonly #pairs: readonly Pair[];
  readonly #markets: readonly TapeMarket[];
  readonly #core: ReturnType<typeof matchingCore>;
  readonly #account: Account;
  /** Base units that an order may trade now; null is without bound. */
  #most: Big | null = null;
  /** UTC epoch ms. */
  now: number;

  constructor(terms: BasketTerms, { pairs, prices, given, now }: Opening, executed: (execution: Execution) => void) {
    this.#terms = terms;
    this.#pairs = pairs;
    this.now = now;
    this.#markets = pairs.map((pair, at) => {
      const [price] = prices.slice(at);
      if (!price) throw new Error('Each pair needs a first price.');
      return new TapeMarket({ pair, price, offers: (quote, side) => this.#offers(pair, quote, side) });
    });
    this.#core = matchingCore({
      markets: this.#markets,
      fees: { maker: terms.fee, taker: terms.fee, discount: null },
      now: () => this.now,
      listener: { executed: (_account, execution) => executed(execution) },
    });
    const balances = Object.fromEntries([...given].map(([asset, amount]) => [asset, amount.toFixed()]));
    this.#account = this.#core.openAccount('run', balances);
  }

  /** Last prices, in the order of the pairs. */
  get prices(): Big[] {
    return this.#markets.map(({ price }) => price);
  }

  #offers(pair: Pair, quote: Big, side: OrderSide): Offer[] {
    const { slippage, spreadTicks } = this.#terms;
    const spread = pair.tick.times(spreadTicks);
    const qty = this.#most ? floorTo(pair.step, min(pair.maxQty, this.#most)) : pair.maxQty;
    return qty.gt(0) ? [{ price: worsePrice(quote, side, { pair, slippage, spread }), qty }] : [];
  }

  /** The last trades of the markets at large, in the order of the pairs. */
  trade(time: number, prices: readonly Big[]): void {
    this.now = time;
    for (const [at, { symbol, minQty }] of this.#pairs.entries()) {
      const price = prices[at];
      if (price) this.#core.trade(symbol, { price, qty: minQty, buyerMaker: false });
    }
  }

  /** `volume` of the pair's bar, base units, bounds it; null does not. Throws the refusal. */
  place(draft: Draft, volume: Big | null): void {
    const { volumeShare } = this.#terms;
    this.#most = volumeShare && volume && volume.times(volumeShare);
    this.#core.place(this.#account, draft);
  }
}
