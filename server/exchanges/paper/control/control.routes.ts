import { Hono } from 'hono';
import * as z from 'zod/mini';
import { FULL_RIGHTS, type PaperAccount } from '../account.ts';
import { BinanceError, inBinanceWords } from '../binance-error.ts';
import type { ExchangeCore } from '../exchange-core.ts';
import type { FaultKind, Faults } from '../faults/faults.ts';
import type { Market } from '../market/market.ts';
import { CONTROL_ORDERS, type ControlOrder, type ControlTerms } from './control-orders.ts';
import { doByHand } from './hand-orders.ts';

interface Deps {
  core: ExchangeCore;
  faults: Faults;
}

class BadOrder extends Error {}

const fold = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

function read<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, body);
  if (parsed.success) return parsed.data;
  throw new BadOrder(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
}

function marketOf({ core }: Deps, symbol: string): Market {
  const market = core.markets.get(fold(symbol));
  if (!market) throw new BadOrder(`There is no symbol '${symbol}' here.`);
  return market;
}

async function accountOf(core: ExchangeCore, key: string): Promise<PaperAccount> {
  const account = await core.account(key);
  if (!account) throw new BadOrder('There is no such key here.');
  return account;
}

/** Uncounted, what happens to a call or a report happens once; a delay, a muting, a down time last until they are lifted. */
const LASTING: ReadonlySet<FaultKind> = new Set(['delay', 'mute-streams', 'down', 'cut-streams']);
const PAIR_OF_REPORTS = 2;
function timesOf({ times, kind, mode }: ControlTerms<'fault'>): number | null {
  if (times !== undefined) return times;
  if (mode === 'reversed') return PAIR_OF_REPORTS;
  return LASTING.has(kind) ? null : 1;
}

/** The fields that were sent. */
const sent = <Body extends object>(body: Body) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Body]: Exclude<Body[Name], undefined>;
  };

function addFault(fault: ControlTerms<'fault'>, { core, faults }: Deps): void {
  const { kind, mode, code, ms, path, key } = fault;
  const times = timesOf(fault);
  if (kind === 'zero-price-report') return core.reporting.hidePrices({ times, key });
  if (kind !== 'reports') {
    return faults.add({
      kind,
      times,
      ...(code === undefined ? {} : { code }),
      ...(ms === undefined ? {} : { ms }),
      ...(path === undefined ? {} : { path }),
      ...(key === undefined ? {} : { key }),
    });
  }
  if (!mode && times !== 0) throw new BadOrder('mode: says what becomes of the reports');
  core.reporting.disorder({ mode: mode ?? 'doubled', times, ms, key });
}

type Run<Terms> = (terms: Terms, deps: Deps) => void | Promise<void>;
const order =
  <Schema extends z.ZodMiniType>(schema: Schema, run: Run<z.output<Schema>>): Run<unknown> =>
  (body, deps) =>
    run(read(schema, body), deps);

const RUNS: Record<ControlOrder, Run<unknown>> = {
  price: order(CONTROL_ORDERS.price, ({ symbol, price }, deps) => {
    const market = marketOf(deps, symbol);
    if (!market.trades) throw new BadOrder(`${market.pair.symbol} does not trade: it has no new price until it does.`);
    const buyerMaker = price.lt(market.price);
    market.pinned = true;
    deps.core.trade(market, { price, qty: market.pair.step, buyerMaker });
    deps.core.markPrices();
    return deps.core.journal.committed();
  }),
  liquidity: order(CONTROL_ORDERS.liquidity, ({ symbol, maxPerTick }, deps) =>
    marketOf(deps, symbol).change({ maxPerTick }),
  ),
  minimum: order(CONTROL_ORDERS.minimum, ({ symbol, minNotional }, deps) =>
    marketOf(deps, symbol).change({ minNotional }),
  ),
  pair: order(CONTROL_ORDERS.pair, ({ symbol, ...terms }, deps) => marketOf(deps, symbol).change(sent(terms))),
  order: order(CONTROL_ORDERS.order, async (hand, deps) => {
    const { symbol } = marketOf(deps, hand.symbol).pair;
    const { core } = deps;
    const isDone = doByHand(core, await accountOf(core, hand.key), { ...hand, symbol });
    if (!isDone) throw new BadOrder('There is no such open order here.');
    await core.journal.committed();
  }),
  fault: order(CONTROL_ORDERS.fault, addFault),
  limit: order(CONTROL_ORDERS.limit, ({ weight, address }, { core }) => core.limits.setWeight(weight, address)),
  clock: order(CONTROL_ORDERS.clock, ({ skewMs }, { core }) => {
    core.skew = skewMs;
  }),
  key: order(CONTROL_ORDERS.key, async ({ key, ...given }, { core }) => {
    const account = await accountOf(core, key);
    core.setRights(account, { ...account.rights, ...given });
    await core.journal.committed();
  }),
  balance: order(CONTROL_ORDERS.balance, async ({ key, asset, free, delta }, { core }) => {
    const account = await accountOf(core, key);
    const wanted = free ?? core.freeOf(account, asset).plus(delta ?? 0);
    if (wanted.lt(0)) throw new BadOrder(`delta: only ${core.freeOf(account, asset).toFixed()} ${asset} are free`);
    core.setFree(account, asset, wanted);
    await core.journal.committed();
  }),
  reset: order(CONTROL_ORDERS.reset, (_terms, { core, faults }) => {
    faults.reset();
    core.reporting.reset();
    core.skew = 0;
    core.limits.reset();
    for (const market of core.markets.values()) market.reset();
    core.resetRights(FULL_RIGHTS);
    core.markPrices();
    return core.journal.committed();
  }),
};

const isOrder = (name: string): name is ControlOrder => Object.hasOwn(RUNS, name);

/** Lets a test move prices and break things; JSON in, 200 `{}` out, a sentence when it cannot. */
export function controlApp(deps: Deps) {
  const app = new Hono();
  app.post('/control/:order', async (c) => {
    const name = c.req.param('order');
    if (!isOrder(name)) return c.json({ error: `The orders are ${Object.keys(RUNS).join(', ')}.` }, 404);
    const text = await c.req.text();
    try {
      await RUNS[name](text === '' ? {} : JSON.parse(text), deps);
      return c.json({});
    } catch (thrown) {
      const error = inBinanceWords(thrown);
      const isRefused = error instanceof BadOrder || error instanceof SyntaxError || error instanceof BinanceError;
      if (isRefused) return c.json({ error: error.message }, 400);
      throw error;
    }
  });
  return app;
}
