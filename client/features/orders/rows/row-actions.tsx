import { X } from 'lucide-react';
import type { OrderBlock } from '#contracts/order-block.ts';
import { Icon } from '../../../ui/icon.tsx';
import { mayChange } from '../change-entry.ts';
import type { BlockDialog } from './block-dialog.ts';
import { isOver } from '#contracts/rules/block-words.ts';
import { endings } from '../figures/block-state.ts';
import { mayPart } from './ending/part-choice.tsx';
import styles from './rows.module.css';
import { whyFixed, whyOnlyCopies } from './targets/target-text.ts';

const END = { remove: ['Remove', 'Remove order'], close: ['Close', 'Close block'] } as const;

interface Props {
  orders: readonly OrderBlock[];
  offline: boolean;
  onOpen: (dialog: BlockDialog) => void;
}

interface ActionProps {
  label: string;
  text: string;
  /** Why it cannot be pressed now; null if it can. */
  refusal: string | null;
  onPress: () => void;
}

const Action = ({ label, text, refusal, onPress }: ActionProps) => (
  <button
    type="button"
    className={styles.action}
    aria-label={refusal === null ? label : `${label} (${refusal})`}
    title={refusal ?? label}
    disabled={refusal !== null}
    onClick={onPress}
  >
    {text === 'Close' ? <Icon of={X} size={14} /> : null}
    {text}
  </button>
);

/** What can be done with an open block. */
export function RowActions({ orders, offline, onOpen }: Props) {
  const [main] = orders;
  if (!main?.open) return null;
  const [way] = endings(orders);
  const away = offline ? 'not while offline' : null;
  const mayTarget = !isOver(main) && whyOnlyCopies(orders) === null;
  return (
    <>
      {mayTarget ? (
        <Action
          label="Targets in detail"
          text="Targets"
          refusal={whyFixed(main, offline)}
          onPress={() => onOpen('targets')}
        />
      ) : null}
      {mayChange(main) ? (
        <Action label="Edit order" text="Edit" refusal={away} onPress={() => onOpen('change')} />
      ) : null}
      {mayPart(main) ? <Action label="Close half" text="Half" refusal={away} onPress={() => onOpen('half')} /> : null}
      {way ? <Action label={END[way][1]} text={END[way][0]} refusal={away} onPress={() => onOpen('end')} /> : null}
    </>
  );
}
