import { Big } from 'big.js';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { Floor } from '../floor.ts';
import type { Market } from '../market/market.ts';
import { type Account, FULL_RIGHTS } from '../books/model/account.ts';
import { ASSETS } from '../pairs.ts';
import { FAULT_KINDS, type FaultKind, type Faults } from './faults.ts';

const MAX_DECIMALS = 8;

const fold = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
const SymbolName = z.string();
/** A number or decimal text, at most eight decimals. */
const Amount = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d+(\.\d+)?$/, 'must be a decimal number'))]),
  z.transform((value) => new Big(value)),
);
const Price = Amount.check(
  z.refine((value) => value.gt(0) && value.eq(value.round(MAX_DECIMALS)), 'must be above zero with at most 8 decimals'),
);
const Whole = z.int().check(z.gte(0));

const PriceOrder = z.object({ symbol: SymbolName, price: Price });
const LiquidityOrder = z.object({
  symbol: SymbolName,
  maxPerTick: z.nullable(Amount.check(z.refine((value) => value.gte(0)))),
});
const MinimumOrder = z.object({ symbol: SymbolName, minNotional: Amount });
const FaultOrder = z.object({
  kind: z.enum(FAULT_KINDS),
  times: z.optional(Whole),
  code: z.optional(z.int()),
  ms: z.optional(Whole),
  path: z.optional(z.string()),
});
const LimitOrder = z.object({ weight: Whole, address: z.optional(z.string()) });
const ClockOrder = z.object({ skewMs: z.int() });
const KeyOrder = z.object({
  key: z.string(),
  spot: z.optional(z.boolean()),
  withdraw: z.optional(z.boolean()),
  ip: z.optional(z.nullable(z.string())),
  revoked: z.optional(z.boolean()),
});
const BalanceOrder = z.object({
  key: z.string(),
  asset: z.string().check(z.refine((asset) => ASSETS.includes(asset), 'is no asset of the paper exchange')),
  free: Amount,
});

interface Parts {
  floor: Floor;
  faults: Faults;
}

class BadOrder extends Error {}

function read<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, body);
  if (parsed.success) return parsed.data;
  throw new BadOrder(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
}

function marketOf({ floor }: Parts, symbol: string): Market {
  const market = floor.markets.get(fold(symbol));
  if (!market) throw new BadOrder(`There is no symbol '${symbol}' here.`);
  return market;
}

async function accountOf(floor: Floor, key: string): Promise<Account> {
  const account = await floor.account(key);
  if (!account) throw new BadOrder('There is no such key here.');
  return account;
}

/** Uncounted, what happens to a call happens once; a delay, a muting, a down time last until they are lifted. */
const ONCE: ReadonlySet<FaultKind> = new Set(['drop-before', 'drop-after', 'reject']);
const timesOf = ({ times, kind }: z.output<typeof FaultOrder>): number | null => times ?? (ONCE.has(kind) ? 1 : null);

const ORDERS: Record<string, (body: unknown, parts: Parts) => void | Promise<void>> = {
  price: (body, parts) => {
    const order = read(PriceOrder, body);
    const market = marketOf(parts, order.symbol);
    const buyerMaker = order.price.lt(market.price);
    market.pinned = true;
    parts.floor.trade(market, { price: order.price, qty: market.pair.step, buyerMaker });
    parts.floor.markPrices();
    return parts.floor.journal.committed();
  },
  liquidity: (body, parts) => {
    const order = read(LiquidityOrder, body);
    marketOf(parts, order.symbol).maxPerTick = order.maxPerTick;
  },
  minimum: (body, parts) => {
    const order = read(MinimumOrder, body);
    marketOf(parts, order.symbol).minNotional = order.minNotional;
  },
  fault: (body, { faults }) => {
    const order = read(FaultOrder, body);
    const { kind, code, ms, path } = order;
    faults.add({
      kind,
      times: timesOf(order),
      ...(code === undefined ? {} : { code }),
      ...(ms === undefined ? {} : { ms }),
      ...(path === undefined ? {} : { path }),
    });
  },
  limit: (body, { floor }) => {
    const { weight, address } = read(LimitOrder, body);
    floor.limits.setWeight(weight, address);
  },
  clock: (body, { floor }) => {
    floor.skew = read(ClockOrder, body).skewMs;
  },
  key: async (body, { floor }) => {
    const { key, ...given } = read(KeyOrder, body);
    const account = await accountOf(floor, key);
    floor.setRights(account, { ...account.rights, ...given });
    await floor.journal.committed();
  },
  balance: async (body, { floor }) => {
    const { key, asset, free } = read(BalanceOrder, body);
    floor.endow(await accountOf(floor, key), asset, free);
    await floor.journal.committed();
  },
  reset: (_body, { floor, faults }) => {
    faults.reset();
    floor.skew = 0;
    floor.limits.reset();
    for (const market of floor.markets.values()) {
      market.pinned = false;
      market.maxPerTick = null;
      market.minNotional = market.pair.minNotional;
    }
    floor.resetRights(FULL_RIGHTS);
    floor.markPrices();
    return floor.journal.committed();
  },
};

/** Lets a test move prices and break things; JSON in, 200 `{}` out, a sentence when it cannot. */
export function controlApp(parts: Parts) {
  const app = new Hono();
  app.post('/control/:order', async (c) => {
    const run = ORDERS[c.req.param('order')];
    if (!run) return c.json({ error: `The orders are ${Object.keys(ORDERS).join(', ')}.` }, 404);
    const text = await c.req.text();
    try {
      await run(text === '' ? {} : JSON.parse(text), parts);
      return c.json({});
    } catch (error) {
      if (error instanceof BadOrder || error instanceof SyntaxError) return c.json({ error: error.message }, 400);
      throw error;
    }
  });
  return app;
}
