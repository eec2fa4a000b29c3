import { ChevronDown, X } from 'lucide-react';
import { memo, useState } from 'react';
import type { OrderBlock } from '#contracts/order-block.ts';
import { haltMessage } from '../../../lib/halt-message.ts';
import { IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Time } from '../../../ui/time.tsx';
import { copiesText, type CopyCount, countCopies, endings, isOver } from './block-state.ts';
import { CopyRow } from './copy-row.tsx';
import { Done, Note, SideLabel, Status } from './figures.tsx';
import { Cell, RowFrame } from './row-frame.tsx';
import styles from './rows.module.css';
import { whyOnlyCopies } from './targets/target-text.ts';
import { TargetsCell, TargetsText } from './targets/targets-cell.tsx';

/** Dialogs of a block. */
export type BlockDialog = 'end' | 'targets' | 'events';

interface Props {
  /** Orders of the block, the main key's first. */
  orders: readonly OrderBlock[];
  /** Shown instead of the time of placing. */
  closedAt?: number | undefined;
  offline: boolean;
  onOpenDialog: (blockId: string, dialog: BlockDialog) => void;
}

const END = { remove: 'Remove order', close: 'Close block' };

function EndButton({ orders, offline, onPress }: { orders: Props['orders']; offline: boolean; onPress: () => void }) {
  const [way] = endings(orders);
  if (!way) return null;
  return (
    <IconButton
      icon={X}
      label={offline ? `${END[way]} (not while offline)` : END[way]}
      disabled={offline}
      onClick={onPress}
    />
  );
}

interface CopiesProps {
  count: CopyCount;
  open: boolean;
  onToggle: () => void;
}

function CopiesButton({ count, open, onToggle }: CopiesProps) {
  const { all, failed, uneven } = count;
  return (
    <button type="button" className={styles.copies} aria-expanded={open} onClick={onToggle}>
      <Icon of={ChevronDown} size={16} className={open ? styles.up : undefined} />
      {all === 1 ? '1 copy' : `${all} copies`}
      {failed > 0 ? (
        <span className={styles.trouble}>{failed === 1 ? '1 copy failed' : `${failed} copies failed`}</span>
      ) : null}
      {failed === 0 && uneven > 0 ? <span className={styles.trouble}>{uneven} filled differently</span> : null}
    </button>
  );
}

/** The main key's row, with the collapsible rows of its copies. */
export const BlockRow = memo(function BlockRow({ orders, closedAt, offline, onOpenDialog }: Props) {
  const [expanded, setExpanded] = useState(false);
  const [main, ...copies] = orders;
  if (!main) return null;
  const opens = (dialog: BlockDialog) => () => onOpenDialog(main.blockId, dialog);
  const halt = isOver(main) ? null : haltMessage(main.symbol);
  const count = countCopies(copies);
  const trouble = copiesText(count);
  const onlyCopies = whyOnlyCopies(orders);
  const changed = orders.some(({ interference }) => interference !== null);
  return (
    <tbody className={styles.block} data-block={main.blockId} data-status={main.status}>
      <RowFrame
        block={main}
        date={
          <>
            <Time at={closedAt ?? main.firstPlacedTime} />
            {copies.length > 0 ? (
              <CopiesButton count={count} open={expanded} onToggle={() => setExpanded(!expanded)} />
            ) : null}
          </>
        }
      >
        <Cell label="Position" className={styles.position}>
          <SideLabel {...main} />
          <button type="button" className={styles.events} title="Order history" onClick={opens('events')}>
            <Status block={main} copies={trouble} />
          </button>
        </Cell>
        <Cell label="Done" className={styles.done}>
          <Done block={main} doubt={trouble !== null} />
        </Cell>
        <Cell label="Close" className={styles.end}>
          <EndButton orders={orders} offline={offline} onPress={opens('end')} />
        </Cell>
        <Cell label="Targets" className={styles.wide}>
          {main.open && !isOver(main) && onlyCopies === null ? (
            <TargetsCell block={main} offline={offline} onMore={opens('targets')} />
          ) : (
            <TargetsText block={main} />
          )}
          {[onlyCopies, halt, main.statusReason].map((reason) =>
            reason === null ? null : (
              <Note key={reason} tone="doubt">
                {reason}
              </Note>
            ),
          )}
          {changed ? (
            <button type="button" className={classes(styles.events, styles.choose)} onClick={opens('events')}>
              Changed on the exchange: adopt or release
            </button>
          ) : null}
        </Cell>
      </RowFrame>
      {expanded ? copies.map((copy) => <CopyRow key={copy.keyUid} copy={copy} offline={offline} />) : null}
    </tbody>
  );
});
