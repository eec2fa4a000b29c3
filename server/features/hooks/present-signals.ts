import type { ResponseOf } from '#contracts/endpoint.ts';
import type { HookSignal, listHookSignals } from '#contracts/hooks.ts';
import { csvLine } from '../../lib/csv.ts';
import type { HookDeps } from './deps.ts';
import type { HookRow } from './hooks.store.ts';
import { openedBlocks } from './opened-blocks.store.ts';
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

/** The same signals, each with the block that it opened, and none where no block was written. */
async function withBlocks({ db }: HookDeps, { userId }: HookRow, rows: readonly SignalRow[]): Promise<SignalRow[]> {
  const blocks = await openedBlocks(db, userId, rows);
  return rows.map((row) => ({ ...row, blockId: blocks.get(row.id) ?? null }));
}

const PAGE = 10;

/** A page of a hook's log: the one that is asked for, or the one that this signal is on. */
export async function listSignals(
  deps: HookDeps,
  hook: HookRow,
  { page: asked, signal }: { page?: number | undefined; signal?: string | undefined },
): Promise<ResponseOf<typeof listHookSignals>> {
  const store = signalsStore(deps.db, { userId: hook.userId, hookId: hook.id });
  const newer = asked === undefined && signal !== undefined ? await store.newerThan(signal) : 0;
  const page = asked ?? Math.floor(newer / PAGE);
  const { rows, total } = await store.page({ page, size: PAGE });
  const shown = await withBlocks(deps, hook, rows);
  return { content: shown.map((row) => presentSignal(deps, hook, row)), totalRecords: total, page };
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
    const shown = await withBlocks(deps, hook, rows);
    for (const row of shown) yield csvLine(COLUMNS.map((name) => String(row[name] ?? '')));
    isFull = rows.length === ROWS_AT_ONCE;
  }
}
