import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { HttpEnv } from './http-env.ts';

type Encoding = 'br' | 'gzip' | 'identity';
export type EncodedText = Record<Encoding, Uint8Array<ArrayBuffer>>;

/** The best takes up to a tenth of a second: the first visitor gets what takes a fiftieth of that. */
const QUICK = 5;
/** The longest page then comes in the first round trip. */
const BEST = constants.BROTLI_MAX_QUALITY;

const compressed = (text: Uint8Array, quality: number) =>
  promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/** A text that many ask for, compressed once. */
export async function encodeText(text: string): Promise<EncodedText> {
  const identity = Buffer.from(text);
  const [br, zipped] = await Promise.all([compressed(identity, QUICK), promisify(gzip)(identity)]);
  const encoded = { identity, br, gzip: zipped };
  void compressed(identity, BEST).then((best) => (encoded.br = best));
  return encoded;
}

/** The smallest encoding that the browser accepts. RFC 9110, 12.5.3: q=0 refuses one, `*` covers those not named. */
const encodingFor = (c: Context<HttpEnv>): Encoding =>
  accepts(c, {
    header: 'Accept-Encoding',
    supports: ['br', 'gzip'],
    default: 'identity',
    match(accepted, { supports, default: none }) {
      const weightOf = (name: string) => accepted.find(({ type }) => type.toLowerCase() === name)?.q;
      return supports.find((name) => (weightOf(name) ?? weightOf('*') ?? 0) > 0) ?? none;
    },
  }) as Encoding;

interface Sent {
  type: string | undefined;
  status?: 200 | 404;
}

export function sendEncoded(c: Context<HttpEnv>, text: EncodedText, { type, status = 200 }: Sent): Response {
  const encoding = encodingFor(c);
  c.header('Content-Type', type);
  c.header('Vary', 'Accept-Encoding', { append: true });
  if (encoding !== 'identity') c.header('Content-Encoding', encoding);
  return c.body(text[encoding], status);
}
