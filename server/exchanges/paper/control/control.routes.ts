import { Hono } from 'hono';
import * as z from 'zod/mini';
import { FULL_RIGHTS, type PaperAccount } from '../paper-account.ts';
import { BinanceError, inBinanceWords } from '../binance-error.ts';
import type { ExchangeCore } from '../exchange-core.ts';
import type { FaultKind } from '../faults/faults.ts';
import type { Market } from '../market/market.ts';
import { CONTROL_COMMANDS, type ControlCommand, type ControlTerms } from './control-commands.ts';
import { runManualOrder } from './manual-orders.ts';
import type { PaperDeps } from '../deps.ts';

type Controlled = Pick<PaperDeps, 'core' | 'faults'>;

class BadCommand extends Error {}

const fold = (name: string) => name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

function read<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, body);
  if (parsed.success) return parsed.data;
  throw new BadCommand(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
}

function marketOf({ core }: Pick<PaperDeps, 'core'>, symbol: string): Market {
  const market = core.markets.get(fold(symbol));
  if (!market) throw new BadCommand(`There is no symbol '${symbol}' here.`);
  return market;
}

async function accountOf(core: ExchangeCore, key: string): Promise<PaperAccount> {
  const account = await core.account(key);
  if (!account) throw new BadCommand('There is no such key here.');
  return account;
}

/** Faults that last until they are lifted when no count is sent; the others apply once. */
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

function addFault(fault: ControlTerms<'fault'>, { core, faults }: Controlled): void {
  const { kind, mode, code, ms, path, key } = fault;
  const times = timesOf(fault);
  if (kind === 'zero-price-report') return core.reportFaults.hidePrices({ times, key });
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
  if (!mode && times !== 0) throw new BadCommand('mode: says what becomes of the reports');
  core.reportFaults.disorder({ mode: mode ?? 'doubled', times, ms, key });
}

type Run<Terms> = (terms: Terms, deps: Controlled) => void | Promise<void>;
const command =
  <Schema extends z.ZodMiniType>(schema: Schema, run: Run<z.output<Schema>>): Run<unknown> =>
  (body, deps) =>
    run(read(schema, body), deps);

const COMMANDS: Record<ControlCommand, Run<unknown>> = {
  price: command(CONTROL_COMMANDS.price, ({ symbol, price }, deps) => {
    const market = marketOf(deps, symbol);
    if (!market.trades)
      throw new BadCommand(`${market.pair.symbol} does not trade: it has no new price until it does.`);
    const buyerMaker = price.lt(market.price);
    market.pinned = true;
    deps.core.trade(market, { price, qty: market.pair.step, buyerMaker });
    deps.core.storePrices();
    return deps.core.journal.committed();
  }),
  liquidity: command(CONTROL_COMMANDS.liquidity, ({ symbol, maxPerTick }, deps) =>
    marketOf(deps, symbol).change({ maxPerTick }),
  ),
  minimum: command(CONTROL_COMMANDS.minimum, ({ symbol, minNotional }, deps) =>
    marketOf(deps, symbol).change({ minNotional }),
  ),
  pair: command(CONTROL_COMMANDS.pair, ({ symbol, ...terms }, deps) => marketOf(deps, symbol).change(sent(terms))),
  order: command(CONTROL_COMMANDS.order, async (order, deps) => {
    const { symbol } = marketOf(deps, order.symbol).pair;
    const { core } = deps;
    const isDone = runManualOrder(core, await accountOf(core, order.key), { ...order, symbol });
    if (!isDone) throw new BadCommand('There is no such open order here.');
    await core.journal.committed();
  }),
  fault: command(CONTROL_COMMANDS.fault, addFault),
  limit: command(CONTROL_COMMANDS.limit, ({ weight, address }, { core }) => core.limits.setWeight(weight, address)),
  clock: command(CONTROL_COMMANDS.clock, ({ skewMs }, { core }) => {
    core.skew = skewMs;
  }),
  key: command(CONTROL_COMMANDS.key, async ({ key, ...given }, { core }) => {
    const account = await accountOf(core, key);
    core.setRights(account, { ...account.rights, ...given });
    await core.journal.committed();
  }),
  balance: command(CONTROL_COMMANDS.balance, async ({ key, asset, free, delta }, { core }) => {
    const account = await accountOf(core, key);
    const wanted = free ?? core.freeOf(account, asset).plus(delta ?? 0);
    if (wanted.lt(0)) throw new BadCommand(`delta: only ${core.freeOf(account, asset).toFixed()} ${asset} are free`);
    core.setFree(account, asset, wanted);
    await core.journal.committed();
  }),
  reset: command(CONTROL_COMMANDS.reset, (_terms, { core, faults }) => {
    faults.reset();
    core.reportFaults.reset();
    core.skew = 0;
    core.limits.reset();
    for (const market of core.markets.values()) market.reset();
    core.resetRights(FULL_RIGHTS);
    core.storePrices();
    return core.journal.committed();
  }),
};

const isCommand = (name: string): name is ControlCommand => Object.hasOwn(COMMANDS, name);

/** Lets a test set prices and inject faults: JSON in, 200 `{}` out, or a sentence that says why not. */
export function controlApp(deps: Controlled) {
  const app = new Hono();
  app.post('/control/:command', async (c) => {
    const name = c.req.param('command');
    if (!isCommand(name)) return c.json({ error: `The orders are ${Object.keys(COMMANDS).join(', ')}.` }, 404);
    const text = await c.req.text();
    try {
      await COMMANDS[name](text === '' ? {} : JSON.parse(text), deps);
      return c.json({});
    } catch (thrown) {
      const error = inBinanceWords(thrown);
      const isRefused = error instanceof BadCommand || error instanceof SyntaxError || error instanceof BinanceError;
      if (isRefused) return c.json({ error: error.message }, 400);
      throw error;
    }
  });
  return app;
}
