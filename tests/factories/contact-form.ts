import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Asked } from './visitor.ts';

let calls = 0;

export interface Sending {
  fields?: Record<string, string | undefined>;
  photo?: { bytes: Uint8Array; name: string; type?: string };
  cookie?: string;
  /** Where it comes from; each call from somewhere else unless it is given. */
  address?: string;
}

const FIELDS = { channel: 'email', replyTo: 'ada@example.org', message: 'My order does not fill.' };

/** Sends the contact form as a browser does, behind a proxy that is trusted. */
export async function sendContact({ app }: Asked, { fields = {}, photo, cookie = '', address }: Sending = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...FIELDS, ...fields }))
    if (value !== undefined) body.append(name, value);
  if (photo)
    body.append('photo', new Blob([Buffer.from(photo.bytes)], { type: photo.type ?? 'image/png' }), photo.name);
  const from = address ?? `10.1.${Math.floor(calls / 250)}.${(calls++ % 250) + 1}`;
  const headers = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': from, cookie };
  const answer = await app.request('/api/contact', { method: 'POST', body, headers });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: JSON.parse(text) as { error?: string; accepted?: true },
  };
}

/** A photo as a phone takes it, with the place in it. */
export const phonePhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#c04020' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Secret-Camera-42' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } })
    .toBuffer();

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  let crc = 0xffffffff;
  for (const byte of body) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE((crc ^ 0xffffffff) >>> 0);
  return Buffer.concat([length, body, sum]);
}

interface Drawing {
  side: number;
  bits: number;
  palette?: Buffer;
  rows: Buffer;
}

function pngOf({ side, bits, palette, rows }: Drawing): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = bits;
  header[9] = palette ? 3 : 0;
  const parts = [chunk('IHDR', header), ...(palette ? [chunk('PLTE', palette)] : [])];
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    ...parts,
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A valid png of so many pixels, all black, in a file of some kilobytes. */
export const hugePng = (side: number): Buffer =>
  pngOf({ side, bits: 1, rows: Buffer.alloc((1 + Math.ceil(side / 8)) * side) });

/** A png of 4 MB that is far larger without its palette. */
export function speckledPng(): Buffer {
  const side = 1_900;
  const rows = randomBytes((1 + side) * side);
  for (let row = 0; row < side; row += 1) rows[row * (1 + side)] = 0;
  return pngOf({ side, bits: 8, palette: randomBytes(768), rows });
}
