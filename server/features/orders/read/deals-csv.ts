import type { Deal } from '#contracts/deals.ts';
import { csvLine } from '../../../lib/csv.ts';
import type { HistoryFilter } from '#contracts/history.ts';
import { type Note, notesStore } from '../store/notes.store.ts';
import { endedParts } from './history/ended-parts.ts';
import { endedFilter } from './history/list-history.ts';
import { presentDeal } from './history/present-deal.ts';
import type { ListDeps } from './present-block.ts';

const COLUMNS = [
  'opened',
  'closed',
  'duration in seconds',
  'block',
  'key',
  'copy',
  'market',
  'pair',
  'section',
  'quantity',
  'entry price',
  'exit price',
  'fees',
  'profit',
  'profit currency',
  'profit in percent',
  'ended as',
  'tags',
  'note',
] as const;

const time = (at: number): string => new Date(at).toISOString();

function dealLine(deal: Deal, { tags, note }: Note): string {
  return csvLine([
    time(deal.openedAt),
    time(deal.closedAt),
    String(Math.max(0, Math.round((deal.closedAt - deal.openedAt) / 1000))),
    deal.blockId,
    deal.connectorName,
    deal.inGroup ? 'yes' : 'no',
    deal.market,
    `${deal.baseCurrency}/${deal.counterCurrency}`,
    deal.section,
    deal.quantity.toFixed(),
    deal.entryPrice?.toFixed() ?? '',
    deal.exitPrice?.toFixed() ?? '',
    deal.fees.map(({ asset, amount }) => `${amount.toFixed()} ${asset}`).join('; '),
    deal.profit?.toFixed() ?? '',
    deal.currency,
    deal.percent?.toFixed() ?? '',
    deal.status,
    tags.join('; '),
    note,
  ]);
}

/** Ended blocks, one line for each key's part, the latest end first. What is not known is left empty. */
export async function* dealsCsv(deps: ListDeps, userId: string, query: HistoryFilter): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  const notes = await notesStore(deps.db, userId).all();
  for await (const part of endedParts(deps, userId, endedFilter(deps.markets, query)))
    yield dealLine(presentDeal(part), notes.get(part.view.block.id) ?? { tags: [], note: '' });
}
