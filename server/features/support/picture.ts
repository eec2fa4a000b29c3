import { randomUUID } from 'node:crypto';
import { PHOTO_BYTES } from '#contracts/rules/contact.ts';
import { Refusal } from '../../lib/errors.ts';

export interface Picture {
  type: 'png' | 'jpeg';
  bytes: Buffer;
}

const MOST_PIXELS = 25_000_000;
/** The longer edge, in pixels, of a forwarded picture; half of it where mail servers would refuse the size. */
const LONGEST_EDGE = 4096;
const SECONDS = 10;

/** The magic bytes of a type. */
const BEGINNINGS = {
  png: Buffer.from('89504e470d0a1a0a', 'hex'),
  jpeg: Buffer.from('ffd8ff', 'hex'),
};

const NO_PICTURE = 'This file type is not supported. Send a png, jpeg or jpg.';

function typeOf(bytes: Buffer): Picture['type'] {
  if (bytes.subarray(0, BEGINNINGS.png.length).equals(BEGINNINGS.png)) return 'png';
  if (bytes.subarray(0, BEGINNINGS.jpeg.length).equals(BEGINNINGS.jpeg)) return 'jpeg';
  throw new Refusal('wrong-type', NO_PICTURE);
}

/** Imported on demand, so that a start does not wait for the library. */
async function library() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  return sharp;
}

async function paintAgain(bytes: Buffer, type: Picture['type']): Promise<Picture> {
  const sharp = await library();
  const options = { limitInputPixels: false, autoOrient: true, failOn: 'error' } as const;
  const { width, height } = await sharp(bytes, options).metadata();
  if (width * height > MOST_PIXELS)
    throw new Refusal('too-large', `This photo has ${width} × ${height} pixels. Send one of at most 25 million.`);
  const paint = (edge: number) =>
    sharp(bytes, { ...options, limitInputPixels: MOST_PIXELS })
      .timeout({ seconds: SECONDS })
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });
  const painted = await paint(LONGEST_EDGE).toFormat(type).toBuffer();
  if (painted.length <= PHOTO_BYTES) return { type, bytes: painted };
  return {
    type: 'jpeg',
    bytes: await paint(LONGEST_EDGE / 2)
      .flatten({ background: '#fff' })
      .jpeg()
      .toBuffer(),
  };
}

const MOST_WAITING = 20;
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** One at a time: a decoded picture takes a hundred times the memory of its file. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= MOST_WAITING)
    throw new Refusal('unavailable', 'Many photos came at once. Try again in a minute.', { retryAfter: 60 });
  waiting += 1;
  const done = last.then(work).finally(() => (waiting -= 1));
  last = done.catch(() => null);
  return done;
}

/**
 * S-43: accepts png and jpeg by content and re-encodes them, which removes location data and anything else but the
 * picture.
 */
export async function readPicture(file: Blob): Promise<Picture> {
  if (file.size > PHOTO_BYTES) throw new Refusal('too-large', 'A photo may have at most 5 MB.');
  const bytes = Buffer.from(await file.arrayBuffer());
  const type = typeOf(bytes);
  try {
    return await inTurn(() => paintAgain(bytes, type));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('wrong-type', 'This photo is damaged. Take it again, or send another.');
  }
}

/** Our own file name: the sender's is not used. */
export const nameOf = ({ type }: Picture): string => `photo-${randomUUID()}.${type === 'png' ? 'png' : 'jpg'}`;
