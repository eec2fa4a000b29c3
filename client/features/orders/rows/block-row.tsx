import { ChevronDown } from 'lucide-react';
import { memo, type RefObject, useId, useRef, useState } from 'react';
import type { OrderBlock } from '#contracts/order-block.ts';
import { haltMessage } from '../../../lib/halt-message.ts';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Time } from '../../../ui/time.tsx';
import { partsText } from '../average/parts-text.ts';
import type { Target } from '../targets.ts';
import type { BlockDialog } from './block-dialog.ts';
import { isOver } from '#contracts/rules/block-words.ts';
import { copiedText, countCopies } from '../figures/block-state.ts';
import { copyOutcome } from './copy-outcome.ts';
import { CopyRow } from './copy-row.tsx';
import { mayPart } from './ending/part-choice.tsx';
import { Done, Note, pairLabel, SideLabel, Status } from '../figures/figures.tsx';
import { SignalLink } from './signal-link.tsx';
import { RowActions } from './row-actions.tsx';
import { Cell, RowFrame } from './row-frame.tsx';
import styles from './rows.module.css';
import { whyFixed, whyOnlyCopies } from './targets/target-text.ts';
import { Hint, Protection, TargetsCell, TargetsText } from './targets/targets-cell.tsx';

export interface RowProps {
  /** Orders of the block, the main key's first. */
  orders: readonly OrderBlock[];
  /** Shown instead of the time of placing. */
  closedAt?: number | undefined;
  /** Its pair is named, where rows of several are shown. */
  pair: boolean;
  /** The only row: its card is unfolded at first. */
  alone: boolean;
  /** Undefined where rows cannot be selected. */
  selected?: boolean | undefined;
  onSelect?: ((blockId: string, selected: boolean) => void) | undefined;
  /** Why it cannot be joined, while blocks to be joined are chosen. */
  apart?: string | null | undefined;
  offline: boolean;
  onOpenDialog: (blockId: string, dialog: BlockDialog) => void;
}

interface FoldProps {
  open: boolean;
  onToggle: () => void;
}

interface CopiesProps extends FoldProps {
  copies: readonly OrderBlock[];
  outcome: string | null;
}

/** How many copies there are, or have come about; the title names those that failed. */
const CopiesButton = ({ copies, outcome, open, onToggle }: CopiesProps) => {
  const { all, uneven } = countCopies(copies);
  const allText = all === 1 ? '1 copy' : `${all} copies`;
  return (
    <button
      type="button"
      className={styles.copies}
      aria-expanded={open}
      title={outcome ?? undefined}
      onClick={onToggle}
    >
      <Icon of={ChevronDown} size={16} className={open ? styles.up : undefined} />
      {outcome === null ? allText : <span className={styles.trouble}>{copiedText(copies)}</span>}
      {outcome === null && uneven > 0 ? <span className={styles.trouble}>{uneven} filled differently</span> : null}
    </button>
  );
};

type LeadProps = Pick<RowProps, 'orders' | 'closedAt' | 'pair' | 'selected' | 'onSelect' | 'apart'> &
  FoldProps & { main: OrderBlock; outcome: string | null; onStory: () => void };

function Lead({ main, orders, closedAt, pair, outcome, onStory, ...of }: LeadProps) {
  const { selected, onSelect, apart, ...fold } = of;
  const copies = orders.slice(1);
  const doubt = outcome !== null;
  return (
    <>
      {onSelect ? (
        <Cell label="Select" className={styles.select}>
          <label>
            <input
              type="checkbox"
              aria-label={`Select ${main.section} of ${pairLabel(main)}`}
              checked={selected ?? false}
              disabled={Boolean(apart)}
              onChange={({ target }) => onSelect(main.blockId, target.checked)}
            />
            {apart === undefined ? null : <span aria-hidden="true">Join this block</span>}
          </label>
        </Cell>
      ) : null}
      <Cell label="Date" className={styles.date}>
        <Time at={closedAt ?? main.firstPlacedTime} />
        {copies.length > 0 ? <CopiesButton copies={copies} outcome={outcome} {...fold} /> : null}
      </Cell>
      <Cell label="Position" className={styles.position}>
        <SideLabel {...main} />
        <button type="button" className={styles.events} title="Order history" onClick={onStory}>
          <Status block={main} doubt={doubt} />
          {doubt ? <span className={styles.copied}>{copiedText(copies)}</span> : null}
        </button>
        <Done block={main} doubt={doubt} />
      </Cell>
      {pair ? (
        <Cell label="Coin pair" className={styles.pair}>
          {pairLabel(main)}
        </Cell>
      ) : null}
    </>
  );
}

interface NotesProps {
  main: OrderBlock;
  orders: readonly OrderBlock[];
  outcome: string | null;
  apart: string | null | undefined;
  onStory: () => void;
}

/** What the reader should know of this block; nothing of most. */
function Notes({ main, orders, outcome, apart, onStory }: NotesProps) {
  const halt = isOver(main) ? null : haltMessage(main.symbol);
  const joins = apart ? `Cannot be joined: ${apart}` : null;
  const reasons = [whyOnlyCopies(orders), halt, main.statusReason, joins].filter((reason) => reason !== null);
  const from = partsText(main);
  const changed = orders.some(({ interference }) => interference !== null);
  if (reasons.length === 0 && outcome === null && from === null && !changed && !main.signal) return null;
  return (
    <Cell label="Notes" className={styles.notes}>
      {reasons.map((reason) => (
        <Note key={reason} tone="doubt">
          {reason}
        </Note>
      ))}
      {outcome === null ? null : (
        <div className={styles.outcome}>
          <Note tone="doubt">{outcome}</Note>
        </div>
      )}
      {from === null ? null : <Note tone="plain">{from}</Note>}
      {main.signal ? <SignalLink signal={main.signal} /> : null}
      {changed ? (
        <button type="button" className={classes(styles.events, styles.choose)} onClick={onStory}>
          Changed on the exchange: adopt or release
        </button>
      ) : null}
    </Cell>
  );
}

/** Its targets, and below them who holds them, or while one is edited the price that can be set. */
function Targets({ main, orders, offline }: Pick<NotesProps, 'main' | 'orders'> & { offline: boolean }) {
  const noteId = useId();
  const [focused, setFocused] = useState<Target | null>(null);
  const mayEdit = main.open && !isOver(main) && whyOnlyCopies(orders) === null;
  return (
    <>
      <Cell label="Targets" className={styles.targets}>
        {mayEdit ? (
          <TargetsCell block={main} fixed={whyFixed(main, offline)} noteId={noteId} onFocus={setFocused} />
        ) : (
          <TargetsText block={main} />
        )}
      </Cell>
      <Cell label="Protection" className={styles.protection}>
        <span id={noteId}>{focused ? <Hint block={main} target={focused} /> : <Protection block={main} />}</span>
      </Cell>
    </>
  );
}

interface UnfoldProps extends FoldProps {
  button: RefObject<HTMLButtonElement | null>;
  /** Closes half of it; null where no part can be closed. */
  onHalf: (() => void) | null;
}

/** Shown where rows are cards: what a folded card offers at once. */
const Unfold = ({ button, open, onToggle, onHalf }: UnfoldProps) => (
  <td className={styles.unfold}>
    {onHalf && !open ? (
      <button type="button" className={styles.half} aria-label="Close half" onClick={onHalf}>
        Half
      </button>
    ) : null}
    <button ref={button} type="button" aria-expanded={open} aria-label="Targets and actions" onClick={onToggle}>
      <Icon of={ChevronDown} size={20} className={open ? styles.up : undefined} />
    </button>
  </td>
);

/** Whether the card shows its third line. */
function useUnfolding(alone: boolean) {
  const [open, setOpen] = useState(alone);
  const button = useRef<HTMLButtonElement>(null);
  const onToggle = () => setOpen(!open);
  const onPressCard = () => {
    const isCard = button.current?.offsetParent !== null && button.current !== null;
    if (isCard) onToggle();
    return isCard;
  };
  return { unfold: { open, onToggle, button }, onPressCard };
}

/** The main key's row, with the collapsible rows of its copies. */
export const BlockRow = memo(function BlockRow({ alone, offline, onOpenDialog, ...props }: RowProps) {
  const { orders } = props;
  const [expanded, setExpanded] = useState(false);
  const { unfold, onPressCard } = useUnfolding(alone);
  const [main, ...copies] = orders;
  if (!main) return null;
  const opens = (dialog: BlockDialog) => onOpenDialog(main.blockId, dialog);
  const outcome = copyOutcome(copies);
  const onStory = () => opens('events');
  const fold = { open: expanded, onToggle: () => setExpanded(!expanded) };
  return (
    <tbody
      className={classes(styles.block, unfold.open && styles.unfolded, expanded && styles.expanded)}
      data-block={main.blockId}
      data-status={main.status}
    >
      <RowFrame
        block={main}
        onPressCard={onPressCard}
        lead={<Lead main={main} outcome={outcome} onStory={onStory} {...props} {...fold} />}
      >
        <Targets main={main} orders={orders} offline={offline} />
        <Cell label="Actions" className={styles.actions}>
          <RowActions orders={orders} offline={offline} onOpen={opens} />
        </Cell>
        <Unfold {...unfold} onHalf={!offline && main.open && mayPart(main) ? () => opens('half') : null} />
        <Notes main={main} orders={orders} outcome={outcome} apart={props.apart} onStory={onStory} />
      </RowFrame>
      {expanded ? copies.map((copy) => <CopyRow key={copy.keyUid} copy={copy} offline={offline} />) : null}
    </tbody>
  );
});
