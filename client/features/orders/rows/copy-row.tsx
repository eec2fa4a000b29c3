import { RotateCw } from 'lucide-react';
import type { OrderBlock } from '#contracts/order-block.ts';
import { Button } from '../../../ui/button.tsx';
import { Time } from '../../../ui/time.tsx';
import { driftText, mayRetry } from '../figures/block-state.ts';
import { Done, Note, SideLabel, Status } from '../figures/figures.tsx';
import { Cell, RowFrame } from './row-frame.tsx';
import styles from './rows.module.css';
import { useRetryCopy } from './events/use-resolve.ts';
import { Protection, TargetsText } from './targets/targets-cell.tsx';

const Lead = ({ copy }: { copy: OrderBlock }) => (
  <>
    <Cell label="Key" className={styles.date}>
      <bdi className={styles.name}>{copy.connectorName}</bdi>
      <span>{copy.firstPlacedTime === 0 ? 'Not placed' : <Time at={copy.firstPlacedTime} />}</span>
    </Cell>
    <Cell label="Position" className={styles.position}>
      <SideLabel {...copy} />
      <Status block={copy} />
      <Done block={copy} />
    </Cell>
  </>
);

/** A copy key's order, with its failure and a retry. */
export function CopyRow({ copy, offline }: { copy: OrderBlock; offline: boolean }) {
  const retrying = useRetryCopy();
  const drift = driftText(copy);
  return (
    <RowFrame block={copy} className={styles.copy} lead={<Lead copy={copy} />}>
      <Cell label="Targets" className={styles.targets}>
        <TargetsText block={copy} />
      </Cell>
      <Cell label="Protection" className={styles.protection}>
        <Protection block={copy} />
      </Cell>
      <Cell label="Notes" className={styles.notes}>
        {[drift, copy.statusReason].map((text) =>
          text === null ? null : (
            <Note key={text} tone="doubt">
              {text}
            </Note>
          ),
        )}
        {mayRetry(copy) ? (
          <Button
            small
            variant="quiet"
            icon={RotateCw}
            busy={retrying.isPending}
            disabled={offline}
            onClick={() => retrying.mutate({ blockId: copy.blockId, uid: copy.keyUid })}
          >
            <span>
              Try again on <bdi>{copy.connectorName}</bdi>
            </span>
          </Button>
        ) : null}
      </Cell>
    </RowFrame>
  );
}
