import type { Big } from 'big.js';
import type { Market, Side } from '#contracts/symbol.ts';
import type { Audit } from '../../audit/index.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { LivePublisher } from '../../live/publish.ts';
import type { TradingGate } from '../../trading/index.ts';
import type { CopyKey, Keys } from '../keys/index.ts';
import type { OrderLimits } from '../../trading/limits/index.ts';
import type { Markets } from '../markets/index.ts';

/** One copy key's part of a deal, sized before the deal. */
export interface CopyPlan {
  keyId: string;
  quantity: Big;
  skip: { code: string; sentence: string } | null;
}
export type PlanCopies = (deal: {
  userId: string;
  mainKeyId: string;
  /** The keys that copy the main key, where they were read with it. */
  copyKeys?: readonly CopyKey[] | null;
  market: Market;
  symbol: string;
  section: Side;
  price: Big;
  quantity: Big;
  /** What the main key's order has taken of its balance, where it was placed before its copies are sized. */
  alreadySpent?: Big;
  /** What the main key had free before it, where that is known better than by its balance now; null where it is unknown. */
  mainFree?: Big | null;
}) => Promise<CopyPlan[]>;

export type ClosingQuantity = (step: Big, of: { held: Big; mainSold: Big; mainHeld: Big }) => Big;

/** Notifies a person of a position at once: on every open page, by push, and in the linked chat. */
export interface PositionNotice {
  userId: string;
  now: number;
  blockId: string;
  market: Market;
  symbolName: string;
  isProtected: boolean;
  title: string;
  text: string;
}

/** C-5: what of the same accounts belongs to bots. */
export interface BotClaims {
  /** Whether an order on the exchange is one of a bot. */
  ownsOrder(clientOrderId: string): Promise<boolean>;
  /** M-02: whether an order that no row has is one that a bot of the key looks up before it places it. */
  laterOrders(userId: string, keyId: string): Promise<(clientOrderId: string) => boolean>;
  /** What bots keep of a key's assets that no order of theirs locks. */
  kept(userId: string, keyId: string): Promise<{ asset: string; amount: Big; botId: string; botName: string }[]>;
  /** Keys on which bots own coins of an asset, in orders or not. */
  keysWithCoins(userId: string, asset: string): Promise<ReadonlySet<string>>;
  /** C-7: what rests of bots on a pair. */
  resting(
    userId: string,
    of: { keyId: string; symbol: string },
  ): Promise<{ side: Side; price: Big; botName: string }[]>;
}

export interface OrderDeps {
  bots: BotClaims;
  notifications: {
    queuePositionNotice: (tx: Tx, notice: PositionNotice) => Promise<void>;
    wake: () => void;
  };
  db: Db;
  clock: Clock;
  log: Log;
  markets: Markets;
  keys: Keys;
  live: LivePublisher;
  trading: TradingGate;
  limits: Pick<OrderLimits, 'verdict' | 'admit'>;
  recordLater: Audit['recordLater'];
  /** Which keys repeat a deal, and how large. */
  planCopies: PlanCopies;
  /** How much a copy closes where the main key closed a part. */
  closingQuantity: ClosingQuantity;
}
