import { useQuery } from '@tanstack/react-query';
import { Big } from 'big.js';
import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { OrderBlock } from '#contracts/order-block.ts';
import { cleanNumber, readNumber } from '#contracts/rules/number-input.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { pairLabel } from '../../../lib/pair-label.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { openBlocks, type OpenFilter } from '../open-blocks.queries.ts';
import { splitPreview } from './average.queries.ts';
import styles from './average.module.css';
import { HoldingFigures } from './holding-figures.tsx';
import { useAverage } from './use-average.ts';

const TYPING_MS = 300;
const MOST_PARTS = 5;
const FEWEST_PARTS = 2;
const ALL = new Big(100);
const PERCENT_DECIMALS = 2;

/** Percent of each part but the last, which takes the rest; null where one of them is none. */
function sharesOf(texts: readonly string[]): Big[] | null {
  const typed = texts.map(readNumber);
  const known = typed.filter((share) => share !== null);
  const rest = known.reduce((left, share) => left.minus(share), ALL);
  if (known.length < texts.length || rest.lte(0) || known.some((share) => share.lte(0))) return null;
  return [...known, rest].map((share) => share.div(ALL));
}

interface SharesProps {
  texts: readonly string[];
  shares: readonly Big[] | null;
  onChange: (texts: string[]) => void;
}

/** The last part takes what the others leave, so that they always add up to 100%. */
function Shares({ texts, shares, onChange }: SharesProps) {
  const rest = shares?.at(-1)?.times(ALL);
  const error = shares === null ? 'The parts must leave something for the last one.' : null;
  return (
    <div className={styles.shares}>
      {texts.map((text, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a part is known by its place alone.
        <div key={index} className={styles.share}>
          <Field
            decimal
            label={`Part ${index + 1}`}
            trailing="%"
            value={text}
            onChange={({ target }) => onChange(texts.with(index, cleanNumber(target.value, PERCENT_DECIMALS)))}
          />
          {texts.length >= FEWEST_PARTS ? (
            <IconButton
              icon={Minus}
              label={`Remove part ${index + 1}`}
              onClick={() => onChange(texts.toSpliced(index, 1))}
            />
          ) : null}
        </div>
      ))}
      <p role={error ? 'alert' : undefined} className={error ? styles.refused : undefined}>
        {error ?? `Part ${texts.length + 1}: ${rest?.toFixed() ?? ''}%, what is left`}
      </p>
      {texts.length + 1 < MOST_PARTS ? (
        <Button variant="quiet" icon={Plus} onClick={() => onChange([...texts, '10'])}>
          One more part
        </Button>
      ) : null}
    </div>
  );
}

const titleOf = ({ symbolName }: OpenFilter): string => `Split position ${pairLabel(symbolName)}`;
const nameOf = (block: OrderBlock): string =>
  `${formatAmount(block.firstFilledQuantity, block.baseRound)} ${block.symbol.baseCurrency} at ${formatAmount(block.firstFilledPrice, block.counterRound)}`;

interface FormProps extends Omit<Props, 'filter'> {
  filter: OpenFilter;
  blocks: readonly OrderBlock[];
}

function useSplit(filter: OpenFilter, blockId: string) {
  const [texts, setTexts] = useState(['50']);
  const shares = sharesOf(texts);
  const { debounced, pending } = useDebounced(shares, { wait: TYPING_MS });
  const preview = useQuery({
    ...splitPreview(filter, blockId, debounced ?? []),
    enabled: debounced !== null,
  });
  return { texts, setTexts, shares, preview, outdated: pending || preview.isFetching };
}

function Parts({ preview, block }: { preview: ReturnType<typeof useSplit>['preview']; block: OrderBlock }) {
  const { data, error, refetch, isFetching } = preview;
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton lines={4} label="Loading the parts" />
    );
  return (
    <>
      {data.error === null ? null : (
        <p className={styles.refused} role="alert">
          {data.error}
        </p>
      )}
      {data.keys.map((key) => (
        <section key={key.uid} aria-label={key.connectorName}>
          {data.keys.length > 1 ? (
            <p className={styles.key}>
              <strong>
                <bdi>{key.connectorName}</bdi>
              </strong>
              {key.inGroup ? 'Copy' : 'Main key'}
            </p>
          ) : null}
          {key.inGroup && key.error !== null ? (
            <p className={styles.reason}>Stays whole: {key.error}</p>
          ) : (
            <ol className={styles.keys}>
              {key.parts.map((part, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- a part is known by its place alone.
                <li key={index}>
                  <strong>Part {index + 1}</strong>
                  <HoldingFigures of={part} block={block} />
                </li>
              ))}
            </ol>
          )}
        </section>
      ))}
    </>
  );
}

function SplitForm({ filter, blocks, offline, onClose, onDone }: FormProps) {
  const [blockId, setBlockId] = useState(blocks[0]?.blockId ?? '');
  const block = blocks.find((each) => each.blockId === blockId) ?? blocks[0];
  const { texts, setTexts, shares, preview, outdated } = useSplit(filter, block?.blockId ?? '');
  const splitting = useAverage(filter, onDone);
  if (!block) return null;
  const isReady = shares !== null && !outdated && preview.data?.error === null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={titleOf(filter)}
      footer={
        <DialogActions
          onBack={onClose}
          busy={splitting.isPending}
          disabled={offline || !isReady}
          onClick={() => (shares ? splitting.mutate({ way: 'split', blockId: block.blockId, shares }) : undefined)}
        >
          {splitting.isPending ? 'Please wait....' : `Split into ${texts.length + 1}`}
        </DialogActions>
      }
    >
      <Select
        label="Block"
        value={block.blockId}
        options={blocks.map((each) => ({ value: each.blockId, label: nameOf(each) }))}
        onChange={({ target }) => setBlockId(target.value)}
      />
      <Shares texts={texts} shares={shares} onChange={setTexts} />
      <Parts preview={preview} block={block} />
      <p>
        Nothing is traded, and no result is booked. Each part gets the targets of the block. Choose average joins them
        again.
      </p>
    </Dialog>
  );
}

interface Props {
  filter: OpenFilter;
  offline: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Shares out one block into several, with what each would hold before the press. */
export function SplitDialog(props: Props) {
  const { data, error, refetch, isFetching } = useQuery(openBlocks(props.filter));
  const blocks = data?.flatMap(([main]) => (main?.firstFilledQuantity.gt(0) ? main : []));
  if (blocks && blocks.length > 0) return <SplitForm {...props} blocks={blocks} />;
  return (
    <Dialog open onClose={props.onClose} title={titleOf(props.filter)}>
      {blocks ? (
        <p>There is no filled block on this tab.</p>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={4} label="Loading the blocks" />
      )}
    </Dialog>
  );
}
