import type { Big } from 'big.js';
import { ListPlus } from 'lucide-react';
import type { OrderBlock } from '#contracts/order-block.ts';
import type { OpenPosition } from '#contracts/overview.ts';
import { exposureOf, shareOf } from '#contracts/rules/exposure.ts';
import { counted } from '../../../lib/counted.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Empty } from '../../../ui/states.tsx';
import styles from './overview.module.css';
import { PositionRow } from './position-row.tsx';
import { isBlockUnprotected, LEAST_SHARE, mainOf } from './positions.ts';

export type Shown = 'all' | 'unprotected';

interface Props {
  blocks: readonly OpenPosition[];
  /** USDT of all keys; null while not known. */
  worth: Big | null;
  offline: boolean;
  shown: Shown;
  onShow: (shown: Shown) => void;
  placeOf: (block: OrderBlock) => string;
  marketsPath: string;
  onStop: (blockIds: string[]) => void;
  onStory: (blockId: string) => void;
}

const DECIMALS = 2;

/** Sums of the rows that are shown. */
function Sums({ blocks, worth }: Pick<Props, 'blocks' | 'worth'>) {
  const { usdt, result, unknown } = exposureOf(blocks);
  const share = shareOf(usdt, worth);
  return (
    <dl className={styles.sums}>
      <div>
        <dt>Exposure</dt>
        <dd>
          <Amount value={usdt} decimals={DECIMALS} unit="USDT" />
          {share?.gte(LEAST_SHARE) ? (
            <>
              {' '}
              (<Amount value={share} decimals={1} unit="%" /> of your worth)
            </>
          ) : null}
        </dd>
      </div>
      <div>
        <dt>Open result after fees</dt>
        <dd>
          <Amount result value={result} decimals={DECIMALS} unit="USDT" />
        </dd>
      </div>
      {unknown > 0 ? (
        <div>
          <dt>Not known</dt>
          <dd>{counted(unknown, 'position')}, not in the sums</dd>
        </div>
      ) : null}
    </dl>
  );
}

const idsOf = (some: readonly OpenPosition[]): string[] => some.flatMap((block) => mainOf(block)?.blockId ?? []);

/** All open blocks, of every pair and key. */
export function OpenBlocks({ blocks, worth, offline, shown, onShow, placeOf, marketsPath, onStop, onStory }: Props) {
  const unprotected = blocks.filter(isBlockUnprotected);
  const rows = shown === 'all' ? blocks : unprotected;
  const options = [
    { value: 'all' as const, label: `All (${blocks.length})` },
    { value: 'unprotected' as const, label: `Unprotected (${unprotected.length})` },
  ];
  return (
    <Card
      title="Open blocks"
      actions={<Segments label="Blocks" labelHidden options={options} value={shown} onChange={onShow} />}
    >
      {rows.length > 0 ? <Sums blocks={rows} worth={worth} /> : null}
      {shown === 'unprotected' && unprotected.length > 0 ? (
        <Button variant="quiet" disabled={offline} onClick={() => onStop(idsOf(unprotected))}>
          Set a stop at −x% on all of them
        </Button>
      ) : null}
      {rows.length > 0 ? (
        <ul className={styles.rows}>
          {rows.map((block) => (
            <PositionRow
              key={mainOf(block)?.blockId}
              block={block}
              worth={worth}
              offline={offline}
              placeOf={placeOf}
              onStop={(blockId) => onStop([blockId])}
              onStory={onStory}
            />
          ))}
        </ul>
      ) : (
        <Empty
          icon={ListPlus}
          title={shown === 'all' ? 'No open blocks' : 'Every position has a stop or take profit'}
          action={
            shown === 'all' ? (
              <ButtonLink to={marketsPath} variant="quiet">
                Open Markets
              </ButtonLink>
            ) : (
              <Button variant="quiet" onClick={() => onShow('all')}>
                Show all blocks
              </Button>
            )
          }
        />
      )}
    </Card>
  );
}
