import { Big } from 'big.js';
import type { Body } from './read-body.ts';

/** A field that cannot be read: its sentence is answered with 400. */
export class FieldFault extends Error {}

const MOST = new Big('1e12');
const LEAST = new Big('1e-18');
const NUMBER = /^\d{1,15}(\.\d{1,18})?$/;
const ISO = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(:\d\d(\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)$/;

const isLeftOut = (value: unknown): value is null | undefined | '' =>
  value === undefined || value === null || value === '';

/** A short text; null where it is left out. */
export function textOf(body: Body, name: string): string | null {
  const value = body[name];
  if (isLeftOut(value)) return null;
  if (typeof value !== 'string' || value.length > 200) throw new FieldFault(`${name}: send a text.`);
  return value;
}

export function neededText(body: Body, name: string): string {
  const text = textOf(body, name);
  if (text === null) throw new FieldFault(`${name}: this is missing.`);
  return text;
}

function numberOf(value: unknown): Big | null {
  const text = typeof value === 'number' && Number.isFinite(value) ? new Big(value).toFixed() : value;
  if (typeof text !== 'string' || !NUMBER.test(text)) return null;
  const amount = new Big(text);
  return amount.gte(LEAST) && amount.lte(MOST) ? amount : null;
}

function decimalOf(value: unknown, name: string): Big {
  const amount = numberOf(value);
  if (amount === null) throw new FieldFault(`${name}: send a number above zero.`);
  return amount;
}

/** A decimal above zero that the sender's program fills in; null where it filled in 0, 'NaN' or nothing. */
export const filledIn = (body: Body, name: string): Big | null => numberOf(body[name]);

/** A decimal above zero, as a number or as text. */
export function amountOf(body: Body, name: string): Big | null {
  const value = body[name];
  return isLeftOut(value) ? null : decimalOf(value, name);
}

/** A share of what is held, above 0 and up to 1. */
export function shareOf(body: Body, name: string): Big | null {
  const share = amountOf(body, name);
  if (share?.gt(1)) throw new FieldFault(`${name}: send a fraction of up to 1; 0.5 is half.`);
  return share;
}

/** A share of the position, sent as a percentage above 0 and up to 100. */
export function percentOf(body: Body, name: string): Big | null {
  const percent = amountOf(body, name);
  if (percent?.gt(100)) throw new FieldFault(`${name}: send a percentage of up to 100; 50 is half.`);
  return percent && percent.div(100);
}

export function amountsOf(body: Body, name: string): Big[] {
  const value = body[name];
  if (isLeftOut(value)) return [];
  if (!Array.isArray(value) || value.length > 10) throw new FieldFault(`${name}: send a list of up to 10 prices.`);
  return value.map((one) => decimalOf(one, name));
}

/** UTC epoch ms of the first of these fields that is there. */
export function timeOf(body: Body, ...names: readonly string[]): number | null {
  const name = names.find((one) => !isLeftOut(body[one]));
  if (name === undefined) return null;
  const value = body[name];
  const time = typeof value === 'string' && ISO.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) throw new FieldFault(`${name}: send a time such as 2026-11-22T18:00:00Z.`);
  return time;
}

export function oneOf<Name extends string>(value: string, names: readonly Name[], field: string): Name {
  const found = names.find((name) => name === value);
  if (found === undefined) throw new FieldFault(`${field}: choose one of: ${names.join(', ')}.`);
  return found;
}
