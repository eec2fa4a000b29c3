import type { HookSignal } from '#contracts/hooks.ts';
import { csvLine } from '../../lib/csv.ts';
import type { HookDeps } from './deps.ts';
import type { HookRow } from './hooks.store.ts';
import { type SignalRow, signalsStore } from './signals.store.ts';
import { templateOf } from './template.ts';

/** W-13: one line of a hook's log. */
function presentSignal({ markets }: HookDeps, hook: HookRow, row: SignalRow): HookSignal {
  const { market } = templateOf(hook);
  const { symbol } = row;
  return {
    signalId: row.id,
    receivedAt: row.receivedAt,
    sentAt: row.sentAt,
    address: row.address,
    bytes: row.bytes,
    format: row.format,
    result: row.result,
    reason: row.reason,
    action: row.action,
    symbolName: symbol && markets.pairName(market, symbol),
    state: row.state,
    outcome: row.outcome,
    priceThen: row.marketPrice,
    priceNow: symbol ? (markets.lastPrice(market, symbol)?.price ?? null) : null,
    blockId: row.blockId,
    repeats: row.repeats,
    body: row.body,
  };
}

export async function listSignals(
  deps: HookDeps,
  hook: HookRow,
  place: { page: number; size: number },
): Promise<{ content: HookSignal[]; totalRecords: number }> {
  const { rows, total } = await signalsStore(deps.db, { userId: hook.userId, hookId: hook.id }).page(place);
  return { content: rows.map((row) => presentSignal(deps, hook, row)), totalRecords: total };
}

const COLUMNS = [
  'receivedAt',
  'sentAt',
  'address',
  'bytes',
  'format',
  'result',
  'reason',
  'action',
  'symbol',
  'state',
  'outcome',
  'blockId',
  'repeats',
  'body',
] as const;
const ROWS_AT_ONCE = 500;

/** A hook's whole log as a file. */
export async function* signalsCsv(deps: HookDeps, hook: HookRow): AsyncGenerator<string> {
  const store = signalsStore(deps.db, { userId: hook.userId, hookId: hook.id });
  yield csvLine(COLUMNS);
  for (let page = 0, isFull = true; isFull; page += 1) {
    const { rows } = await store.page({ page, size: ROWS_AT_ONCE });
    for (const row of rows) yield csvLine(COLUMNS.map((name) => String(row[name] ?? '')));
    isFull = rows.length === ROWS_AT_ONCE;
  }
}
