import type { OrderBlock } from '#contracts/order-block.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useRemoveOrder } from './use-remove-order.ts';

interface Props {
  /** Null while nothing is asked. */
  block: OrderBlock | null;
  offline: boolean;
  onClose: () => void;
}

function Question({ block }: { block: OrderBlock }) {
  const { baseCurrency, counterCurrency } = block.symbol;
  const filled = block.firstFilledQuantity.gt(0);
  return (
    <>
      <p>
        The {block.section} order of{' '}
        <Amount value={block.firstPlacedQuantity} decimals={block.baseRound} unit={baseCurrency} /> at{' '}
        <Amount value={block.firstPlacedPrice} decimals={block.counterRound} unit={counterCurrency} /> (
        <Amount value={block.firstPlacedCounterQuantity} decimals={4} unit={counterCurrency} />) will be cancelled on
        the exchange.
      </p>
      {filled ? (
        <p>
          <Amount value={block.firstFilledQuantity} decimals={block.baseRound} unit={baseCurrency} /> of it is filled
          and stays as a filled entry;{' '}
          <Amount value={block.firstFilledUnrealizedQuantity} decimals={block.baseRound} unit={baseCurrency} /> is
          cancelled.
        </p>
      ) : null}
    </>
  );
}

export function RemoveDialog({ block, offline, onClose }: Props) {
  const removing = useRemoveOrder(onClose);
  return (
    <Dialog
      open={block !== null}
      onClose={onClose}
      title="Remove this order?"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Keep it
          </Button>
          <Button
            variant="danger"
            busy={removing.isPending}
            disabled={offline}
            onClick={() => block && removing.mutate(block)}
          >
            {removing.isPending ? 'Please wait....' : 'Remove order'}
          </Button>
        </>
      }
    >
      {block ? <Question block={block} /> : null}
    </Dialog>
  );
}
