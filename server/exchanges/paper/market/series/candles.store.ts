import { sql } from 'drizzle-orm';
import { type Big } from 'big.js';
import type { Db } from '../../../../db/database.ts';
import { paperBeginnings } from '../../../../db/schema/paper-candles.ts';
import type { Candle } from '../candles.ts';
import type { CandleText } from './candle-text.ts';
import { KEPT, type StoredCandles } from './chart.ts';

export interface CandleRow {
  symbol: string;
  length: number;
  candle: Candle;
}

export interface Beginning {
  symbol: string;
  price: Big;
  time: number;
}

export type CandlesStore = ReturnType<typeof candlesStore>;

const toRow = ({ symbol, length, candle }: CandleRow) => ({
  symbol,
  length,
  open_time: candle.openTime,
  open: candle.open.toFixed(),
  high: candle.high.toFixed(),
  low: candle.low.toFixed(),
  close: candle.close.toFixed(),
  volume: candle.volume.toFixed(),
  quote_volume: candle.quoteVolume.toFixed(),
  taker_volume: candle.takerVolume.toFixed(),
  taker_quote_volume: candle.takerQuoteVolume.toFixed(),
  count: candle.count,
  first_id: candle.firstId,
  last_id: candle.lastId,
});

/** Writes candles whole, over those of the same time; nothing once another process took the next epoch. */
const writing = (rows: readonly CandleRow[], epoch: number) => sql`
  with fence as (select 1 from paper.exchange where epoch = ${epoch}),
  written as (
    insert into paper.candles (symbol, length, open_time, open, high, low, close, volume, quote_volume, taker_volume,
      taker_quote_volume, count, first_id, last_id)
    select r.* from fence, jsonb_to_recordset(${JSON.stringify(rows.map(toRow))}::text::jsonb) as r(symbol text,
      length int, open_time bigint, open numeric, high numeric, low numeric, close numeric, volume numeric,
      quote_volume numeric, taker_volume numeric, taker_quote_volume numeric, count int, first_id bigint, last_id bigint)
    on conflict (symbol, length, open_time) do update set open = excluded.open, high = excluded.high,
      low = excluded.low, close = excluded.close, volume = excluded.volume, quote_volume = excluded.quote_volume,
      taker_volume = excluded.taker_volume, taker_quote_volume = excluded.taker_quote_volume, count = excluded.count,
      first_id = excluded.first_id, last_id = excluded.last_id)
  select count(*)::int as held from fence`;

/** The text of candle-text.ts after the open time. */
const LINE = sql.raw(`concat_ws(' ', open_time, trim_scale(open), trim_scale(high), trim_scale(low), trim_scale(close),
  trim_scale(volume), trim_scale(quote_volume), trim_scale(taker_volume), trim_scale(taker_quote_volume),
  count, first_id, last_id)`);

/** A block may begin before the retention and end within. */
const isKept = (now: number) =>
  sql`open_time <= ${now} and (${sql.join(
    Object.values(KEPT).map(
      ({ length, keep, block }) => sql`(length = ${length} and open_time > ${now - keep - block})`,
    ),
    sql` or `,
  )})`;

/** Moves past candles into blocks. */
const sealing = ({ length, block, before }: { length: number; block: number; before: number }) => sql`
  with moved as (delete from paper.candles where length = ${length} and open_time < ${before} returning *)
  insert into paper.candle_blocks (symbol, length, open_time, lines)
  select symbol, length, open_time - open_time % ${block}::bigint as block, string_agg(${LINE}, ';' order by open_time)
  from moved group by symbol, length, block
  on conflict (symbol, length, open_time) do update set lines = candle_blocks.lines || ';' || excluded.lines`;

function split(lines: string): { openTime: number; text: CandleText }[] {
  return lines.split(';').map((line) => {
    const space = line.indexOf(' ');
    return { openTime: Number(line.slice(0, space)), text: line.slice(space + 1) };
  });
}

export function candlesStore(db: Db) {
  return {
    /** Stores the first beginning of each symbol, and answers it. */
    begin: async (openings: Beginning[]): Promise<Map<string, Beginning>> => {
      await db.insert(paperBeginnings).values(openings).onConflictDoNothing();
      const rows = await db.select().from(paperBeginnings);
      return new Map(rows.map((row) => [row.symbol, row]));
    },
    /** By symbol and length, as far back as each length is kept. */
    read: async (now: number): Promise<Map<string, StoredCandles>> => {
      const rows = await db.execute<{ symbol: string; length: number; lines: string }>(sql`
        select symbol, length, string_agg(lines, ';' order by open_time) as lines from (
          select symbol, length, open_time, lines from paper.candle_blocks where ${isKept(now)}
          union all select symbol, length, open_time, ${LINE} from paper.candles where ${isKept(now)}) as parts
        group by symbol, length`);
      const bySymbol = Map.groupBy(rows, (row) => row.symbol);
      return new Map(
        [...bySymbol].map(([symbol, group]) => [
          symbol,
          new Map(group.map(({ length, lines }) => [length, split(lines)])),
        ]),
      );
    },
    /** False when another process has taken over. */
    write: async (rows: readonly CandleRow[], epoch: number): Promise<boolean> => {
      const [row] = await db.execute<{ held: number }>(writing(rows, epoch));
      return row?.held === 1;
    },
    /** Moves past candles into blocks, and removes blocks beyond the retention. */
    tidy: async (now: number): Promise<void> => {
      for (const kept of Object.values(KEPT)) {
        await db.execute(sealing({ ...kept, before: Math.floor(now / kept.block - 1) * kept.block }));
        await db.execute(sql`delete from paper.candle_blocks
          where length = ${kept.length} and open_time < ${now - kept.keep - kept.block}`);
      }
    },
  };
}
