import { DAY, HOUR } from '#contracts/rules/time.ts';
import type { Worth, WorthSpan } from '#contracts/worth.ts';
import type { Db } from '../../../db/database.ts';
import { worthCurve } from '../../../domain/worth/worth-curve.ts';
import type { Clock } from '../../../lib/clock.ts';
import { wireAmount } from '../../../lib/decimal.ts';
import type { Valued } from '../balances/key-worth.ts';
import { type Grain, worthStore } from './worth.store.ts';

const SPANS: Record<WorthSpan, { grain: Grain; length: number; back: number }> = {
  '1d': { grain: 'hour', length: HOUR, back: DAY },
  '1w': { grain: 'hour', length: HOUR, back: 7 * DAY },
  '1m': { grain: 'hour', length: HOUR, back: 30 * DAY },
  all: { grain: 'day', length: DAY, back: Infinity },
};

interface Reads {
  db: Db;
  clock: Clock;
  valued: () => Promise<Valued[]>;
}

/** The worth of a person's keys now, and the snapshots of a span before. */
export async function readWorth({ db, clock, valued }: Reads, userId: string, span: WorthSpan): Promise<Worth> {
  const now = clock();
  const { grain, length, back } = SPANS[span];
  const [keys, snapshots] = await Promise.all([
    valued(),
    worthStore(db, userId).since({ grain, bucket: Math.max(0, now - back) }),
  ]);
  const [first, ...others] = keys.flatMap(({ usdtBalance }) => usdtBalance ?? []);
  const usdt = first ? wireAmount(others.reduce((sum, worth) => sum.plus(worth), first)) : null;
  const unknown = keys.filter(({ usdtBalance }) => usdtBalance === null).map(({ row }) => row.name);
  const points = worthCurve(snapshots, length).map(({ at, usdt: known }) => ({ at, usdt: known && wireAmount(known) }));
  return { usdt, at: now, keys: keys.length, unknown, points };
}
