import type { Context } from 'hono';
import type { HttpEnv } from './http-env.ts';

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}

/** A file that is sent as it is made, so that a long one is never held whole. */
export function download(
  c: Context<HttpEnv>,
  { name, type }: { name: string; type: 'text/csv' | 'application/json' },
  texts: AsyncIterable<string>,
): Response {
  c.header('content-type', `${type}; charset=utf-8`);
  c.header('content-disposition', `attachment; filename="${name}"`);
  return c.body(ReadableStream.from(encoded(texts)));
}
