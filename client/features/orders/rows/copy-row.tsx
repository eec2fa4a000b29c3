import { RotateCw } from 'lucide-react';
import type { OrderBlock } from '#contracts/order-block.ts';
import { Button } from '../../../ui/button.tsx';
import { Time } from '../../../ui/time.tsx';
import { driftText, mayRetry } from './block-state.ts';
import { Done, Note, SideLabel, Status } from './figures.tsx';
import { Cell, RowFrame } from './row-frame.tsx';
import styles from './rows.module.css';
import { useRetryCopy } from './events/use-resolve.ts';
import { TargetsText } from './targets/targets-cell.tsx';

/** A copy key's order, with its failure and a retry. */
export function CopyRow({ copy, offline }: { copy: OrderBlock; offline: boolean }) {
  const retrying = useRetryCopy();
  const drift = driftText(copy);
  return (
    <RowFrame
      block={copy}
      name={copy.connectorName}
      className={styles.copy}
      date={copy.firstPlacedTime === 0 ? 'Not placed' : <Time at={copy.firstPlacedTime} />}
    >
      <Cell label="Position" className={styles.position}>
        <SideLabel {...copy} />
        <Status block={copy} />
        {drift === null ? null : <Note tone="doubt">{drift}</Note>}
      </Cell>
      <Cell label="Done" className={styles.done}>
        <Done block={copy} />
      </Cell>
      <Cell label="Targets" className={styles.wide}>
        <TargetsText block={copy} />
        {copy.statusReason === null ? null : <Note tone="doubt">{copy.statusReason}</Note>}
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
