import type { Big } from 'big.js';
import type { OrderBlock } from '#contracts/order-block.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { HOUR_MS } from '../../../../lib/durations.ts';
import { formatMoment } from '../../../../lib/format-time.ts';
import { useNow } from '../../../../lib/use-now.ts';
import { Amount } from '../../../../ui/amount.tsx';
import { useMarketPrice } from '../../market-price.ts';
import { type Target, targetPrice } from '../../targets.ts';
import { protectionOf } from '#contracts/rules/block-words.ts';
import { Note } from '../../figures/figures.tsx';
import { TargetInput } from './target-input.tsx';
import { hintOf, LABELS, TARGETS } from './target-text.ts';
import styles from './targets.module.css';

const closesText = ({ ms, onlyInProfit }: { ms: number; onlyInProfit: boolean }): string => {
  const hours = Math.round((ms / HOUR_MS) * 100) / 100;
  return `Ends ${hours} h after it has filled${onlyInProfit ? ' if in profit' : ''}`;
};

/** EX-9. */
function waitsText({ section, turnsBy, counterRound }: OrderBlock, trigger: Big): string {
  const price = grouped(trigger, counterRound);
  if (!turnsBy) return `Waits for ${price}`;
  const [how, way] = section === 'buy' ? ['up', 'lowest'] : ['down', 'highest'];
  return `From ${price} on, once it turns ${how} ${turnsBy.toFixed()}% from the ${way} price`;
}

/** EX-9. */
function limitsText({ counterRound }: OrderBlock, limits: NonNullable<OrderBlock['limits']>): string {
  const filled = limits.filter(({ quantity, filledQuantity }) => filledQuantity.gte(quantity)).length;
  const waiting = limits.filter(({ open }) => open);
  const prices = [waiting[0], waiting.at(-1)].flatMap((limit) => (limit ? [grouped(limit.price, counterRound)] : []));
  return `Ladder: ${filled} of ${limits.length} limits filled, ${waiting.length} at ${[...new Set(prices)].join(' to ')}`;
}

export function Protection({ block }: { block: OrderBlock }) {
  const label = protectionOf(block);
  const { time, closesAfter, asks } = block.plan ?? {};
  const { expiresAt } = block;
  const now = useNow(60_000);
  return (
    label && (
      <>
        <Note tone={label.tone}>{label.text}</Note>
        {time?.did === null ? (
          <Note tone="plain">{`Ends ${formatMoment(time.at, now)}${time.onlyInProfit ? ' if in profit' : ''}`}</Note>
        ) : null}
        {closesAfter ? <Note tone="plain">{closesText(closesAfter)}</Note> : null}
        {block.trigger ? <Note tone="plain">{waitsText(block, block.trigger)}</Note> : null}
        {block.limits ? <Note tone="plain">{limitsText(block, block.limits)}</Note> : null}
        {expiresAt === undefined ? null : <Note tone="plain">{`Expires ${formatMoment(expiresAt, now)}`}</Note>}
        {asks ? <Note tone="alarm">{asks}</Note> : null}
      </>
    )
  );
}

export const Hint = ({ block, target }: { block: OrderBlock; target: Target }) => (
  <Note tone="plain">{hintOf(block, target, useMarketPrice())}</Note>
);

interface Props {
  block: OrderBlock;
  /** Why they cannot be changed now; null if they can. */
  fixed: string | null;
  /** Of the note about the target that is being edited. */
  noteId: string;
  onFocus: (target: Target | null) => void;
}

/** Editable targets of a block. */
export const TargetsCell = (props: Props) => (
  <div className={styles.targets}>
    {TARGETS.map((target) => (
      <TargetInput key={target} target={target} {...props} />
    ))}
  </div>
);

/** Read-only targets of a copy or of a block in a final state. */
export const TargetsText = ({ block }: { block: OrderBlock }) => (
  <div className={styles.texts}>
    {TARGETS.map((target) => (
      <span key={target}>
        <span className={styles.short}>{LABELS[target].short}</span>{' '}
        <Amount value={targetPrice(block, target)} decimals={block.counterRound} />
      </span>
    ))}
  </div>
);
