import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { OrderBlock } from '#contracts/order-block.ts';
import type { OpenPosition } from '#contracts/overview.ts';
import { exposureOf } from '#contracts/rules/exposure.ts';
import { isolated } from '#contracts/rules/isolated.ts';
import { NEEDS, type Need, needsOf } from '#contracts/rules/attention.ts';
import { marketName } from '#contracts/rules/market-name.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { pairLabel, Price, SideLabel } from '../figures/figures.tsx';
import styles from './overview.module.css';
import { ToBlock } from './position-row.tsx';
import { isBlockUnprotected, mainOf } from './positions.ts';

/** Something besides blocks that needs the person: a disabled key. */
export interface OtherNeed {
  id: string;
  title: string;
  /** Address of its page. */
  to?: string;
  reason: string | null;
  action: ReactNode;
}

interface Props {
  blocks: readonly OpenPosition[];
  others: readonly OtherNeed[];
  /** All that may need the person is known. */
  isWhole: boolean;
  offline: boolean;
  placeOf: (block: OrderBlock) => string;
  onStop: (blockIds: string[]) => void;
  onStory: (blockId: string) => void;
  /** The unprotected blocks were asked for: the address filters them. */
  onUnprotected: () => void;
}

interface Row {
  block: OpenPosition;
  main: OrderBlock;
  need: Need;
}

const MOST_NAMES = 2;

/** 'Paper, Fund and 5 more keys': all of them stand in the block's rows. */
function names(keys: readonly string[]): string {
  const [first = '', second = '', ...more] = keys.map(isolated);
  if (keys.length <= MOST_NAMES + 1) return keys.map(isolated).join(', ');
  return `${first}, ${second} and ${more.length} more keys`;
}

function titleOf({ main, need: { kind, keys } }: Row): string {
  const pair = pairLabel(main);
  if (kind === 'unprotected') return `${pair}: unprotected`;
  if (kind === 'changed') return `${pair}: changed on ${marketName(main.symbol.market)} directly`;
  return `${pair}: ${keys.length === 1 ? '1 copy' : `${keys.length} copies`} failed`;
}

function Action({ row: { block, main, need }, ...props }: { row: Row } & Omit<Props, 'blocks' | 'others' | 'isWhole'>) {
  const named = (verb: string) => ({ 'aria-label': `${verb}: ${pairLabel(main)}` });
  if (need.kind === 'unprotected')
    return (
      <Button
        small
        variant="quiet"
        disabled={props.offline}
        {...named('Set a stop')}
        onClick={() => props.onStop([main.blockId])}
      >
        Set a stop
      </Button>
    );
  if (need.kind === 'changed')
    return (
      <Button small variant="quiet" {...named('Decide')} onClick={() => props.onStory(main.blockId)}>
        Decide
      </Button>
    );
  return block.active ? (
    <ButtonLink small variant="quiet" to={props.placeOf(main)} {...named('Open')}>
      Open
    </ButtonLink>
  ) : (
    <Button small variant="quiet" {...named('Open')} onClick={() => props.onStory(main.blockId)}>
      Open
    </Button>
  );
}

/** The most pressing first. */
const rowsOf = (blocks: readonly OpenPosition[]): Row[] =>
  blocks
    .flatMap((block) => {
      const main = mainOf(block);
      return main ? needsOf(block.orders).map((need) => ({ block, main, need })) : [];
    })
    .toSorted((one, other) => NEEDS.indexOf(one.need.kind) - NEEDS.indexOf(other.need.kind));

/** So many show until all are asked for. */
const MOST = 8;

interface NeedRowsProps extends Omit<Props, 'blocks' | 'others' | 'isWhole'> {
  rows: readonly Row[];
}

/** What blocks need, one row each. */
function NeedRows({ rows, ...props }: NeedRowsProps) {
  const [isLong, setLong] = useState(false);
  return (
    <>
      {(isLong ? rows : rows.slice(0, MOST)).map((row) => (
        <li key={`${row.main.blockId} ${row.need.kind}`} className={styles.need}>
          <span>
            <strong className={styles.needTitle}>
              <ToBlock block={row.block} main={row.main} placeOf={props.placeOf} onStory={props.onStory}>
                {titleOf(row)}
              </ToBlock>
            </strong>
            <span className={styles.muted}>
              <SideLabel {...row.main} /> <Price block={row.main} /> · {names(row.need.keys)}
              {row.need.reason === null ? '' : `: ${row.need.reason}`}
            </span>
          </span>
          <Action row={row} {...props} />
        </li>
      ))}
      {rows.length > MOST ? (
        <li className={styles.need}>
          <Button small variant="quiet" aria-expanded={isLong} onClick={() => setLong(!isLong)}>
            {isLong ? `Show the first ${MOST}` : `Show all ${rows.length}`}
          </Button>
        </li>
      ) : null}
    </>
  );
}

/** What is unprotected, failed or waits for an answer, each with its reason and what to do. */
export function NeedsYou({ blocks, others, isWhole, ...props }: Props) {
  const rows = rowsOf(blocks);
  const count = rows.length + others.length;
  const unprotected = blocks.filter(isBlockUnprotected);
  const ids = unprotected.flatMap((block) => mainOf(block)?.blockId ?? []);
  const risk = exposureOf(unprotected);
  if (count === 0)
    return isWhole ? (
      <p className={styles.calm}>
        <Icon of={ShieldCheck} size={18} /> Nothing needs you now.
      </p>
    ) : null;
  return (
    <Card
      title={`Needs you (${count})`}
      className={styles.needs}
      actions={
        ids.length > 1 ? (
          <Button small disabled={props.offline} onClick={() => props.onStop(ids)}>
            Set a stop on all {ids.length}
          </Button>
        ) : null
      }
    >
      {ids.length > 0 && risk.unknown === 0 ? (
        <p className={styles.muted}>
          Unprotected:{' '}
          <Link to="?blocks=unprotected" replace onClick={props.onUnprotected}>
            <Amount value={risk.unprotected} decimals={2} unit="USDT" />
          </Link>
        </p>
      ) : null}
      <ul className={styles.needList}>
        <NeedRows rows={rows} {...props} />
        {others.map(({ id, title, to, reason, action }) => (
          <li key={id} className={styles.need}>
            <span>
              <strong className={styles.needTitle}>{to === undefined ? title : <Link to={to}>{title}</Link>}</strong>
              {reason === null ? null : <span className={styles.muted}>{reason}</span>}
            </span>
            {action}
          </li>
        ))}
      </ul>
    </Card>
  );
}
