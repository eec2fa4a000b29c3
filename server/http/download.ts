import type { Context } from 'hono';
import type { HttpEnv } from './http-env.ts';

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}

/** Streams a file as it is produced, so that a long one is never held in memory. */
export function download(
  c: Context<HttpEnv>,
  { name, type }: { name: string; type: 'text/csv' | 'application/json' },
  texts: AsyncIterable<string>,
): Response {
  c.header('content-type', `${type}; charset=utf-8`);
  c.header('content-disposition', `attachment; filename="${name}"`);
  return c.body(ReadableStream.from(encoded(texts)));
}
