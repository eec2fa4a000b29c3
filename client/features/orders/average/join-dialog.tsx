import { useQuery } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { useState } from 'react';
import type { previewAverage } from '#contracts/average.ts';
import type { ResponseOf } from '#contracts/endpoint.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import { cleanNumber, readNumber } from '#contracts/rules/number-input.ts';
import { counted } from '../../../lib/counted.ts';
import { pairLabel } from '../../../lib/pair-label.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { openBlocks, type OpenFilter } from '../open-blocks.queries.ts';
import { Profit } from '../figures/figures.tsx';
import { joinPreview, type Targets } from './average.queries.ts';
import styles from './average.module.css';
import { BringTo, type WantedPurchase } from './bring-to.tsx';
import { Figure, HoldingFigures } from './holding-figures.tsx';
import { useAverage } from './use-average.ts';

type Preview = ResponseOf<typeof previewAverage>;
type KeyPreview = Preview['keys'][number];

const TYPING_MS = 300;

/** Null where nothing, or no price, was typed. */
const priceOf = (text: string): Big | null => {
  const price = readNumber(text);
  return price?.gt(0) ? price : null;
};

function BlockLine({ block, reason }: { block: OrderBlock; reason: string | null }) {
  const { symbol, firstFilledQuantity, firstFilledPrice, firstPlacedQuantity, firstPlacedPrice } = block;
  const [quantity, price] = firstFilledQuantity.gt(0)
    ? [firstFilledQuantity, firstFilledPrice]
    : [firstPlacedQuantity, firstPlacedPrice];
  return (
    <li className={reason === null ? undefined : styles.apart}>
      <Time at={block.firstPlacedTime} />
      <span>
        <Amount value={quantity} decimals={block.baseRound} unit={symbol.baseCurrency} /> at{' '}
        <Amount value={price} decimals={block.counterRound} />
      </span>
      {reason === null ? null : <span className={styles.reason}>Stays as it is: {reason}</span>}
    </li>
  );
}

function KeyLine({ of, block, alone }: { of: KeyPreview; block: OrderBlock; alone: boolean }) {
  const { joined, sellableApart, takeProfitResult, stopLossResult, left } = of;
  const gained = joined.sellable.minus(sellableApart);
  const { baseCurrency } = block.symbol;
  return (
    <li>
      {alone ? null : (
        <p className={styles.key}>
          <strong>
            <bdi>{of.connectorName}</bdi>
          </strong>
          {of.inGroup ? 'Copy' : 'Main key'}
        </p>
      )}
      <HoldingFigures of={joined} block={block}>
        {gained.eq(0) ? null : (
          <Figure name="On their own">
            <Amount value={sellableApart} decimals={block.baseRound} unit={baseCurrency} />
          </Figure>
        )}
        {takeProfitResult ? (
          <Figure name="If the take profit fills">
            <Profit block={block} value={takeProfitResult} />
          </Figure>
        ) : null}
        {stopLossResult ? (
          <Figure name="If the stop loss fills">
            <Profit block={block} value={stopLossResult} />
          </Figure>
        ) : null}
      </HoldingFigures>
      {left.map(({ blockId, reason }) => (
        <p key={blockId} className={styles.reason}>
          One part stays as it is: {reason}
        </p>
      ))}
    </li>
  );
}

interface TextsProps {
  /** Of a price. */
  decimals: number;
  texts: Record<keyof Targets, string>;
  onChange: (texts: Record<keyof Targets, string>) => void;
}

const TargetFields = ({ decimals, texts, onChange }: TextsProps) => (
  <div className={styles.targets}>
    <Field
      decimal
      label="New take profit"
      value={texts.takeProfitPrice}
      onChange={({ target }) => onChange({ ...texts, takeProfitPrice: cleanNumber(target.value, decimals) })}
    />
    <Field
      decimal
      label="New stop loss"
      value={texts.stopLossPrice}
      onChange={({ target }) => onChange({ ...texts, stopLossPrice: cleanNumber(target.value, decimals) })}
    />
  </div>
);

function Receipt({ preview, block, outdated }: { preview: Preview; block: OrderBlock; outdated: boolean }) {
  if (preview.keys.length === 0) return null;
  return (
    <ul className={outdated ? `${styles.keys} ${styles.outdated}` : styles.keys} aria-label="The joined block">
      {preview.keys.map((key) => (
        <KeyLine key={key.uid} of={key} block={block} alone={preview.keys.length === 1} />
      ))}
    </ul>
  );
}

interface Props {
  filter: OpenFilter;
  /** Null joins all that can be. */
  chosen: readonly string[] | null;
  offline: boolean;
  onClose: () => void;
  onDone: () => void;
  onFill: (purchase: WantedPurchase) => void;
}

const TYPED_NOTHING = { takeProfitPrice: '', stopLossPrice: '' };

function useJoin({ filter, chosen }: Pick<Props, 'filter' | 'chosen'>) {
  const open = useQuery(openBlocks(filter));
  const [texts, setTexts] = useState(TYPED_NOTHING);
  const typed: Targets = {
    takeProfitPrice: priceOf(texts.takeProfitPrice),
    stopLossPrice: priceOf(texts.stopLossPrice),
  };
  const { debounced, pending } = useDebounced(typed, { wait: TYPING_MS });
  const asked = open.data?.flatMap(([main]) => (main && (chosen?.includes(main.blockId) ?? true) ? main : [])) ?? [];
  const preview = useQuery({
    ...joinPreview(
      filter,
      asked.map(({ blockId }) => blockId),
      debounced,
    ),
    enabled: open.data !== undefined,
  });
  const outdated = pending || preview.isFetching;
  return { open, texts, setTexts, asked, preview, targets: debounced, outdated };
}

type Join = ReturnType<typeof useJoin>;

/** What the preview has come to: which of the blocks can be joined. */
function verdictOf({ asked, preview: { data } }: Join) {
  const reasons = new Map(data?.blocks.map(({ blockId, reason }) => [blockId, reason]));
  const ids = asked.flatMap(({ blockId }) => (reasons.get(blockId) === null ? blockId : []));
  return { reasons, ids };
}

interface BodyProps {
  join: Join;
  data: Preview;
  block: OrderBlock;
  onFill: Props['onFill'];
}

function Body({ join, data, block, onFill }: BodyProps) {
  const { asked, texts, setTexts, outdated, targets } = join;
  const { reasons, ids } = verdictOf(join);
  const [main] = data.keys;
  const plans = asked.filter(({ blockId, plan }) => plan && ids.includes(blockId)).length;
  return (
    <>
      <ul className={styles.blocks} aria-label="Blocks">
        {asked.map((each) => (
          <BlockLine key={each.blockId} block={each} reason={reasons.get(each.blockId) ?? null} />
        ))}
      </ul>
      <TargetFields decimals={block.counterRound} texts={texts} onChange={setTexts} />
      {data.error === null ? null : (
        <p className={styles.refused} role="alert">
          {data.error}
        </p>
      )}
      <Receipt preview={data} block={block} outdated={outdated} />
      {main && block.section === 'buy' ? (
        <BringTo block={block} held={main.joined.sellable.plus(main.dust)} spent={main.joined.costs} onFill={onFill} />
      ) : null}
      {data.keys.length > 0 ? (
        <p>
          Nothing is traded, and no result is booked. The targets of the {counted(ids.length, 'block')} are taken down
          {targets.stopLossPrice ? '.' : ', and the joined block has no stop loss until you set one.'} Split position
          splits it again.
        </p>
      ) : null}
      {data.keys.length > 0 && plans > 0 ? (
        <p>
          With them {plans === 1 ? 'an exit plan ends' : 'their exit plans end'}, and what it does by time: the joined
          block has one take profit and one stop until you give it a plan.
        </p>
      ) : null}
    </>
  );
}

function Loading({ join: { open, preview } }: { join: Join }) {
  const failed = [open, preview].find(({ error }) => error !== null);
  if (failed?.error)
    return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} retrying={failed.isFetching} />;
  if (open.data?.length === 0) return <p>There are no open blocks on this tab.</p>;
  return <Skeleton lines={4} label="Loading the blocks" />;
}

/** The receipt of a joined block before the press: what it holds on each key, and what stays apart. */
export function JoinDialog({ filter, chosen, offline, onClose, onDone, onFill }: Props) {
  const join = useJoin({ filter, chosen });
  const joining = useAverage(filter, onDone);
  const { data } = join.preview;
  const [block] = join.asked;
  const { ids } = verdictOf(join);
  const label = ids.length > 1 ? `Join ${ids.length} blocks` : 'Join blocks';
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Average ${pairLabel(filter.symbolName)}`}
      footer={
        <DialogActions
          onBack={onClose}
          busy={joining.isPending}
          disabled={offline || join.outdated || data?.error !== null}
          onClick={() => joining.mutate({ way: 'join', blockIds: ids, targets: join.targets })}
        >
          {joining.isPending ? 'Please wait....' : label}
        </DialogActions>
      }
    >
      {data && block ? <Body join={join} data={data} block={block} onFill={onFill} /> : <Loading join={join} />}
    </Dialog>
  );
}
