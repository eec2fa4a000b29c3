import type postgres from 'postgres';

/** What rests on a key of the paper exchange, as `BUY 38.2 0.523`: the lowest price first, a stop by its trigger. */
export async function restingLines(sql: postgres.Sql, apiKey: string): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select side || ' ' || trim_scale(quantity - executed_qty)::text || ' ' ||
      trim_scale(coalesce(nullif(price, 0), stop_price))::text as line
    from paper.orders where api_key = ${apiKey} and status in ('NEW', 'PARTIALLY_FILLED')
    order by coalesce(nullif(price, 0), stop_price), quantity`;
  return rows.map(({ line }) => line);
}
