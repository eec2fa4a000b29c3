import type { OrderBlock } from '#contracts/order-block.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { Button } from '../../../../ui/button.tsx';
import styles from './events.module.css';
import { useResolveInterference } from './use-resolve.ts';

const DONE = {
  'order-cancelled': 'An order of this block was canceled directly on the exchange.',
  'order-found': 'Orders that Tandem placed were found on the exchange without a row, as after a restore.',
  'balance-spent': 'Coins of this block were traded on the exchange directly, or are no longer there.',
};

const STOP_ALONE =
  'Until you choose, nothing is done here, except that a stop loss watched by Tandem sells what can still be there.';

type Choice = 'adopt' | 'release' | 'keep';

/** A change made on the exchange, and the choices for it. */
export function Interference({ part, disabled }: { part: OrderBlock; disabled: boolean }) {
  const settling = useResolveInterference();
  if (!part.interference) return null;
  const choose = (choice: Choice) => settling.mutate({ blockId: part.blockId, uid: part.keyUid, choice });
  const maySpare = part.interference === 'balance-spent';
  return (
    <section className={styles.interference} aria-label={`Changed on the exchange: ${isolated(part.connectorName)}`}>
      <p>
        <strong>{part.connectorName}:</strong> {DONE[part.interference]}{' '}
        {maySpare ? STOP_ALONE : 'Nothing is done here until you choose.'}
      </p>
      <p>
        Adopt: Tandem accepts the change and manages what is left. Release: it comes off your list, and its coins and
        orders stay on the exchange.
        {maySpare ? ' Keep: other coins of the account were traded, and this position is unchanged.' : null}
      </p>
      <div className={styles.choices}>
        <Button small busy={settling.isPending} disabled={disabled} onClick={() => choose('adopt')}>
          Adopt
        </Button>
        <Button small variant="quiet" busy={settling.isPending} disabled={disabled} onClick={() => choose('release')}>
          Release
        </Button>
        {maySpare ? (
          <Button small variant="quiet" busy={settling.isPending} disabled={disabled} onClick={() => choose('keep')}>
            Keep
          </Button>
        ) : null}
      </div>
    </section>
  );
}
