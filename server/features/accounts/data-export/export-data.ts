import { Big } from 'big.js';
import { ExportKind } from '#contracts/data-export.ts';
import { csvLine } from '../../../lib/csv.ts';
import { mask } from '../../../lib/mask.ts';
import type { DataRow, PersonalData } from './personal-data.store.ts';

const BATCH = 1000;
/** Stored as UTC epoch ms, exported as a date. */
const MOMENT = /^(at|hour|day|bucket)$|(At|Since|Until|Time)$/;

const isPlain = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;

/** Amounts and times as text, also within what a column holds. */
function exported(name: string, value: unknown): unknown {
  if (name === 'apiKey') return mask(String(value));
  if (value instanceof Big) return value.toFixed();
  if (Array.isArray(value)) return value.map((each) => exported('', each));
  if (isPlain(value)) return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, exported('', part)]));
  return typeof value === 'number' && MOMENT.test(name) ? new Date(value).toISOString() : value;
}

const exportedRow = (row: DataRow): DataRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, exported(name, value)]));

async function* rowsOf(data: PersonalData, kind: ExportKind): AsyncGenerator<DataRow> {
  for await (const rows of data.read(kind, BATCH)) yield* rows.map(exportedRow);
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** One kind, one line per row. */
export async function* csvExport(data: PersonalData, kind: ExportKind): AsyncGenerator<string> {
  const columns = data.columnsOf(kind);
  yield csvLine(columns);
  for await (const row of rowsOf(data, kind)) yield csvLine(columns.map((name) => cell(row[name])));
}

/** The profile, and every other kind as a list. */
export async function* jsonExport(data: PersonalData, now: number): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(new Date(now).toISOString())}`;
  for await (const row of rowsOf(data, 'profile')) yield `,\n"profile":${JSON.stringify(row)}`;
  for (const kind of ExportKind.options.filter((one) => one !== 'profile')) {
    let separator = '';
    yield `,\n"${kind}":[`;
    for await (const row of rowsOf(data, kind)) {
      yield `${separator}\n${JSON.stringify(row)}`;
      separator = ',';
    }
    yield ']';
  }
  yield '}\n';
}
