import type { OrderBlock } from '#contracts/order-block.ts';
import { Button } from '../../../../ui/button.tsx';
import styles from './story.module.css';
import { useSettle } from './use-settle.ts';

const DONE = {
  'order-cancelled': 'An order of this block was cancelled on the exchange by somebody else.',
  'balance-spent': 'What this block holds was spent on the exchange by somebody else.',
};

/** What a hand on the exchange did to one key's part, and the two ways to go on. */
export function Interference({ part, disabled }: { part: OrderBlock; disabled: boolean }) {
  const settling = useSettle();
  if (!part.interference) return null;
  const choose = (choice: 'adopt' | 'release') => settling.mutate({ blockId: part.blockId, uid: part.keyUid, choice });
  return (
    <section className={styles.interference} aria-label={`Changed outside on ${part.connectorName}`}>
      <p>
        <strong>{part.connectorName}:</strong> {DONE[part.interference]} Nothing more is done here until you choose.
      </p>
      <p>
        Adopt takes what was done as it is and goes on from there. Release lets this part go: it is left as it stands.
      </p>
      <div className={styles.choices}>
        <Button small busy={settling.isPending} disabled={disabled} onClick={() => choose('adopt')}>
          Adopt
        </Button>
        <Button small variant="quiet" busy={settling.isPending} disabled={disabled} onClick={() => choose('release')}>
          Release
        </Button>
      </div>
    </section>
  );
}
