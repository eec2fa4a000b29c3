import type { Alert } from '#contracts/alerts.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { pairHappenedText } from '#contracts/rules/condition-text.ts';
import { coinText, listingText } from '#contracts/rules/occasion-text.ts';
import type { PushMessage } from '#contracts/push.ts';
import { draftPath } from '#contracts/rules/draft.ts';
import type { Market } from '#contracts/symbol.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import type { Big } from 'big.js';
import type { AlertRow } from './alerts.store.ts';

export const presentAlert = (row: AlertRow): Alert => ({
  id: row.id,
  market: row.market as Market,
  symbol: row.pair === '' ? null : row.pair,
  price: row.price,
  type: row.type,
  ...(row.condition && { condition: row.condition }),
  // oxlint-disable-next-line unicorn/no-thenable -- the name of the field in calls; it is never a function.
  ...(row.calls && { then: row.calls }),
  informing: row.informing,
  comment: row.comment,
  favorite: row.favorite,
  sendToTelegram: row.sendToTelegram,
  active: row.active,
  executed: row.executed,
  seen: row.seen,
  executedAt: row.executedAt,
  late: row.late,
});

const HAPPENED = {
  PRICE_RISES_ABOVE: 'rose above',
  PRICE_DROPS_BELOW: 'dropped below',
  PRICE_REACHES: 'reached',
} as const;

interface Reported {
  row: AlertRow;
  firingId: string;
  /** The price that crossed the level, and when on the exchange, UTC epoch ms. */
  price: Big | null;
  crossedAt: number;
  late: boolean;
  /** Which of several things it was. */
  note: string | null;
  /** K-2: by the value of a bar that was open. */
  duringBar: boolean;
  unseen: number;
  publicUrl: string;
  /** What the person's clock showed, where its notice comes later. */
  heldAt: string | null;
}

/** What has happened: 'XRP/USDT rose above 0.53'. */
function titleOf({ pair: name, price, type, condition }: AlertRow): string {
  if (condition?.kind === 'listing') return `${coinText(condition)} ${listingText(condition)}`;
  const pair = name.replace('_', '/').toUpperCase();
  if (condition) return pairHappenedText(pair, condition);
  return price && type ? `${pair} ${HAPPENED[type]} ${grouped(price)}` : pair;
}

const minute = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** How things stood; without a known price only when it was. */
function foundText({
  price,
  crossedAt,
  late,
  heldAt,
}: Pick<Reported, 'price' | 'crossedAt' | 'late' | 'heldAt'>): string {
  if (!price) return `It was on ${minute(crossedAt)}.`;
  if (late) return `Found late: it was at ${grouped(price)} on ${minute(crossedAt)}.`;
  return heldAt === null ? `It is at ${grouped(price)}.` : `It was at ${grouped(price)} at ${heldAt}.`;
}

const MAY_BE_TAKEN_BACK = 'The alert fired during the bar and may be taken back when the bar closes.';

/** What a phone shows: 'XRP/USDT rose above 0.53'. */
export function presentPush({
  row,
  firingId,
  price,
  crossedAt,
  late,
  note,
  duringBar,
  unseen,
  publicUrl,
  heldAt,
}: Reported): PushMessage {
  const taken = duringBar ? ` ${MAY_BE_TAKEN_BACK}` : '';
  const found = `${foundText({ price, crossedAt, late, heldAt })}${taken}`;
  return {
    web_push: 8030,
    notification: {
      title: note ?? titleOf(row),
      body: row.comment ? `${found}\n${isolated(row.comment)}` : found,
      navigate: `${publicUrl}/alerts?alert=${row.id}`,
      tag: firingId,
      timestamp: crossedAt,
      data: { alertId: row.id, firingId, draft: draftPath(presentAlert(row)), again: !row.active },
    },
    app_badge: String(unseen),
  };
}
