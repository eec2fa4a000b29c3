import { Big } from 'big.js';
import * as z from 'zod/mini';

/** Decimals are texts on both wires; they never pass through a float. */
export const amount = z.pipe(
  z.string().check(z.regex(/^-?\d+(\.\d+)?$/)),
  z.transform((text) => new Big(text)),
);
/** Where an empty text stands for nothing yet. */
export const blankAmount = z.pipe(
  z.string().check(z.regex(/^(-?\d+(\.\d+)?)?$/)),
  z.transform((text) => new Big(text === '' ? 0 : text)),
);
/** Undefined where an empty text, or none, stands for nothing. */
export const optionalAmount = z.pipe(
  z.optional(z.nullable(z.string().check(z.regex(/^(-?\d+(\.\d+)?)?$/)))),
  z.transform((text) => (text ? new Big(text) : undefined)),
);
/** Epoch ms in digits. */
export const msText = z.pipe(z.string().check(z.regex(/^\d{10,16}$/)), z.transform(Number));
/** ISO 8601 to epoch ms. */
export const isoTime = z.pipe(
  z.string().check(z.refine((text) => Number.isFinite(Date.parse(text)))),
  z.transform((text) => Date.parse(text)),
);

/** Undefined for what is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
