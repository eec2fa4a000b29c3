import { useQuery } from '@tanstack/react-query';
import type { OrderBlock } from '#contracts/order-block.ts';
import { counted } from '../../../../lib/counted.ts';
import { pairLabel } from '../../../../lib/pair-label.ts';
import { Amount } from '../../../../ui/amount.tsx';
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { useMarketPrice } from '../../market-price.ts';
import { Profit } from '../../figures/figures.tsx';
import { type AllAmounts, allAmounts } from './all-amounts.ts';
import { openBlocks, type OpenFilter } from '../../open-blocks.queries.ts';
import { useCloseAll } from './use-close-all.ts';

interface AmountsProps {
  amounts: AllAmounts;
  /** Any of the blocks, for the pair. */
  block: OrderBlock;
}

function Sold({ amounts: { held }, block }: AmountsProps) {
  const price = useMarketPrice();
  const { baseCurrency, counterCurrency, counterAmountDecimals: decimals } = block.symbol;
  return (
    <p>
      {counted(held.blocks, 'block')}: <Amount value={held.quantity} decimals={block.baseRound} unit={baseCurrency} />{' '}
      {block.section === 'buy' ? 'are sold' : 'are bought back'} at market, about{' '}
      <Amount value={held.worth} decimals={decimals} unit={counterCurrency} /> at{' '}
      <Amount value={price} decimals={block.counterRound} unit={counterCurrency} />. Result about{' '}
      <Profit block={block} value={held.profit} />.
      {held.isWhole ? null : ' Some positions are not known yet; they are closed as well.'}
    </p>
  );
}

function Canceled({ amounts: { waiting }, block }: AmountsProps) {
  const { baseCurrency, counterCurrency, counterAmountDecimals: decimals } = block.symbol;
  return (
    <p>
      On all keys, {counted(waiting.orders, 'unfilled order')} of{' '}
      <Amount value={waiting.quantity} decimals={block.baseRound} unit={baseCurrency} /> (
      <Amount value={waiting.worth} decimals={decimals} unit={counterCurrency} />) will be canceled on the exchange.
    </p>
  );
}

function Amounts({ blocks }: { blocks: readonly OrderBlock[][] }) {
  const amounts = allAmounts(blocks, useMarketPrice());
  const block = blocks[0]?.[0];
  if (!block) return <p>There are no open blocks.</p>;
  const { held, waiting } = amounts;
  const props = { amounts, block };
  const none = blocks.length - held.blocks;
  return (
    <>
      {held.blocks > 0 && none > 0 ? (
        <p>
          {counted(blocks.length, 'block')}: {held.blocks} {held.blocks === 1 ? 'holds' : 'hold'} a position, {none}{' '}
          {none === 1 ? 'holds' : 'hold'} none.
        </p>
      ) : null}
      {held.blocks > 0 ? <Sold {...props} /> : null}
      {waiting.orders > 0 ? <Canceled {...props} /> : null}
      <p>Copies on other keys are included. Targets are canceled first.</p>
    </>
  );
}

interface Props {
  filter: OpenFilter;
  /** Only these of them. */
  only?: ReadonlySet<string>;
  offline: boolean;
  onClose: () => void;
}

/** Confirms closing every block of the list, on all pages, or those that were selected. */
export function CloseAllDialog({ filter, only, offline, onClose }: Props) {
  const { data: all, error, refetch, isFetching } = useQuery(openBlocks(filter));
  const data = only ? all?.filter(([main]) => main && only.has(main.blockId)) : all;
  const closing = useCloseAll(filter, onClose);
  const ids = data?.flatMap(([main]) => main?.blockId ?? []) ?? [];
  const pair = pairLabel(filter.symbolName);
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        only ? `Close ${counted(only.size, 'block')} of ${pair}?` : `Close all ${filter.section} blocks of ${pair}?`
      }
      footer={
        <DialogActions
          back="Keep them"
          onBack={onClose}
          variant="danger"
          busy={closing.isPending}
          disabled={offline || ids.length === 0}
          onClick={() => closing.mutate(ids)}
        >
          {closing.isPending ? 'Please wait....' : data ? `Close ${counted(ids.length, 'block')}` : 'Close all'}
        </DialogActions>
      }
    >
      {data ? (
        <Amounts blocks={data} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={2} label="Loading the open blocks" />
      )}
    </Dialog>
  );
}
