import { useId, useState } from 'react';
import type { OrderBlock } from '#contracts/order-block.ts';
import { Amount } from '../../../../ui/amount.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useMarketPrice } from '../../market-price.ts';
import { type Target, targetPrice } from '../../targets.ts';
import { protectionOf } from '../block-state.ts';
import { Note } from '../figures.tsx';
import { TargetInput } from './target-input.tsx';
import { hintOf, LABELS, TARGETS, whyFixed } from './target-text.ts';
import styles from './targets.module.css';

export function Protection({ block }: { block: OrderBlock }) {
  const label = protectionOf(block);
  return label && <Note tone={label.tone}>{label.text}</Note>;
}

const Hint = ({ block, target }: { block: OrderBlock; target: Target }) => (
  <Note tone="plain">{hintOf(block, target, useMarketPrice())}</Note>
);

interface Props {
  block: OrderBlock;
  offline: boolean;
  onMore: () => void;
}

/** Editable targets of a block; below them its protection, or the price limit while editing. */
export function TargetsCell({ block, offline, onMore }: Props) {
  const noteId = useId();
  const [focused, setFocused] = useState<Target | null>(null);
  const fixed = whyFixed(block, offline);
  return (
    <div className={styles.targets}>
      {TARGETS.map((target) => (
        <TargetInput key={target} block={block} target={target} fixed={fixed} noteId={noteId} onFocus={setFocused} />
      ))}
      <span id={noteId} className={styles.note}>
        {focused ? <Hint block={block} target={focused} /> : <Protection block={block} />}
      </span>
      <Button
        small
        variant="quiet"
        className={styles.more}
        disabled={fixed !== null}
        title={fixed ?? undefined}
        onClick={onMore}
      >
        More
      </Button>
    </div>
  );
}

/** Read-only targets of a copy or of a block in a final state. */
export const TargetsText = ({ block }: { block: OrderBlock }) => (
  <div className={styles.texts}>
    {TARGETS.map((target) => (
      <span key={target}>
        <span className={styles.short}>{LABELS[target].short}</span>{' '}
        <Amount value={targetPrice(block, target)} decimals={block.counterRound} />
      </span>
    ))}
    <Protection block={block} />
  </div>
);
