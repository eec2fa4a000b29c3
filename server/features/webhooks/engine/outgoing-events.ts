import { Big } from 'big.js';
import { exactNumber } from '#contracts/money.ts';
import { ZERO } from '#contracts/rules/decimal.ts';
import type { WebhookEvent } from '#contracts/rules/webhook-events.ts';
import type { Tx } from '../../../db/database.ts';
import { blockEventsOf, firingEventsOf, levelEventsOf, runEventsOf } from '../../../domain/webhooks/events-of.ts';
import type { WebhookDeps } from '../deps.ts';
import { ACCOUNT } from '../../../trading/index.ts';
import { blockLine, closesAll, entryAmounts, firingFacts, levelFacts, runFacts, signalFacts } from './facts.store.ts';
import type { EventRow } from './queue.store.ts';

type Data = Record<string, unknown>;
export interface Outgoing {
  type: WebhookEvent;
  data: Data;
}

/** A JSON number holds 15 digits exactly. */
const DIGITS = 15;
const number = (amount: Big): number => exactNumber(amount.prec(DIGITS));

interface OnPair {
  market: string;
  symbol: string | null;
}
type Name = WebhookDeps['pairName'];
const pairOf = (pairName: Name, { market, symbol }: OnPair): Data => ({
  market,
  symbolName: symbol === null ? null : (pairName(market, symbol) ?? symbol),
});

const all = (types: readonly WebhookEvent[], data: Data): Outgoing[] => types.map((type) => ({ type, data }));

/** What an entry brought in, and its average price. */
async function filled(tx: Tx, userId: string, positionId: string): Promise<Data> {
  const parts = await entryAmounts(tx, userId, positionId);
  const base = parts.reduce((sum, part) => sum.plus(part.base), ZERO);
  const counter = parts.reduce((sum, part) => sum.plus(part.counter), ZERO);
  return base.gt(0) ? { quantity: number(base), price: number(counter.div(base)) } : {};
}

async function ofBlock(tx: Tx, event: EventRow, pairName: Name): Promise<Outgoing[]> {
  const line = await blockLine(tx, event);
  if (!line) return [];
  const { blockId, keyId, section, ordinal, how, reason } = line;
  const common = { blockId, ...pairOf(pairName, line), section, keyUid: keyId, copy: ordinal > 0 };
  const outgoing: Outgoing[] = [];
  for (const type of blockEventsOf(line)) {
    if (type === 'block.filled')
      outgoing.push({ type, data: { ...common, ...(await filled(tx, event.userId, line.positionId)) } });
    else if (type === 'block.closed') outgoing.push({ type, data: { ...common, how } });
    else outgoing.push({ type, data: type === 'copy.skipped' ? { ...common, reason } : common });
  }
  return outgoing;
}

interface OfRun extends OnPair {
  botId: string;
  name: string;
  keyId: string;
  ordinal: number;
}
const runData = (pairName: Name, run: OfRun): Data => ({
  botId: run.botId,
  name: run.name,
  ...pairOf(pairName, run),
  keyUid: run.keyId,
  copy: run.ordinal > 0,
});

async function ofRun(tx: Tx, event: EventRow, pairName: Name): Promise<Outgoing[]> {
  const run = await runFacts(tx, event);
  return run ? all(runEventsOf(event.kind), { ...runData(pairName, run), reason: run.reason }) : [];
}

async function ofLevel(tx: Tx, event: EventRow, pairName: Name): Promise<Outgoing[]> {
  const found = await levelFacts(tx, event);
  if (!found) return [];
  const { level, side, price, quantity, opensBy } = found;
  const order = { level, side, price: number(price), quantity: number(quantity) };
  return all(levelEventsOf(side, opensBy), { ...runData(pairName, found), ...order });
}

async function ofAlert(tx: Tx, event: EventRow, pairName: Name): Promise<Outgoing[]> {
  const found = await firingFacts(tx, event);
  if (!found) return [];
  const { alertId, kind, price, late, duringBar, note } = found;
  const fired = { kind, price: price && number(price), late, duringBar, note };
  return all(firingEventsOf(found), { alertId, ...pairOf(pairName, found), ...fired });
}

async function ofSignal(tx: Tx, event: EventRow, pairName: Name): Promise<Outgoing[]> {
  const found = await signalFacts(tx, event);
  if (!found) return [];
  const { hookId, name, signalId, action, reason } = found;
  return all(['hook.refused'], { hookId, name, signalId, action, ...pairOf(pairName, found), reason });
}

/** What stopped it: its owner, the operator for this account or for the whole site, or a loss limit. */
async function ofAccount(tx: Tx, event: EventRow): Promise<Outgoing[]> {
  const [by = '', scope = ACCOUNT] = event.kind.split(' ');
  const keyUid = scope === ACCOUNT ? null : scope;
  const closes = by === 'loss-limit' ? await closesAll(tx, event.userId, scope) : false;
  return all(['account.stopped'], { by, keyUid, closes });
}

const READ = {
  block: ofBlock,
  bot: ofRun,
  'bot-order': ofLevel,
  alert: ofAlert,
  signal: ofSignal,
  account: ofAccount,
} as const;

/** W-16: what is sent of something that happened; nothing where its rows are gone by now. */
export const outgoingOf = (tx: Tx, event: EventRow, pairName: Name): Promise<Outgoing[]> =>
  READ[event.source](tx, event, pairName);
