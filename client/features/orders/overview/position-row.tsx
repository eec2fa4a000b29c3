import { ListTree, ShieldAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { type Exposure, exposureOf, shareOf } from '#contracts/rules/exposure.ts';
import type { OpenPosition } from '#contracts/overview.ts';
import type { OrderBlock } from '#contracts/order-block.ts';
import type { Big } from 'big.js';
import { Amount } from '../../../ui/amount.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { protectionOf } from '#contracts/rules/block-words.ts';
import { copiedText } from '../figures/block-state.ts';
import { pairLabel, Percent, Price, SideLabel, Status } from '../figures/figures.tsx';
import styles from './overview.module.css';
import { isBlockUnprotected, LEAST_SHARE } from './positions.ts';

const USDT_DECIMALS = 2;

interface Props {
  block: OpenPosition;
  worth: Big | null;
  offline: boolean;
  /** Address of the pair's page where the block is listed. */
  placeOf: (block: OrderBlock) => string;
  onStop: (blockId: string) => void;
  onStory: (blockId: string) => void;
}

interface FigureProps {
  exposure: Exposure;
}

function Exposed({ exposure: { usdt, unknown }, worth }: FigureProps & Pick<Props, 'worth'>) {
  const share = shareOf(usdt, worth);
  if (unknown > 0) return <span className={styles.muted}>Not known</span>;
  if (usdt.eq(0)) return <span className={styles.muted}>Not filled yet</span>;
  return (
    <>
      <Amount value={usdt} decimals={USDT_DECIMALS} unit="USDT" />{' '}
      {share?.gte(LEAST_SHARE) ? (
        <span className={classes(styles.muted, styles.share)}>
          <Amount value={share} decimals={1} unit="%" />
        </span>
      ) : null}
    </>
  );
}

/** Of all keys, as the exposure is. */
function Result({ exposure: { result, percent, unknown } }: FigureProps) {
  if (unknown > 0 || percent === null) return <span className={styles.muted}>—</span>;
  return (
    <>
      <Amount result value={result} decimals={USDT_DECIMALS} unit="USDT" /> <Percent value={percent} />
    </>
  );
}

const TONES = { plain: styles.plain, doubt: styles.doubt, alarm: styles.alarm };

interface ToBlockProps extends Pick<Props, 'block' | 'placeOf' | 'onStory'> {
  main: OrderBlock;
  children: string;
}

/** Leads to the page of the block's pair, or to the block's order history where its key is not the active one. */
export const ToBlock = ({ block, main, placeOf, onStory, children }: ToBlockProps) =>
  block.active ? (
    <Link to={placeOf(main)} className={styles.pair}>
      {children}
    </Link>
  ) : (
    <button type="button" className={styles.story} onClick={() => onStory(main.blockId)}>
      {children}
    </button>
  );

/** A block of any pair and key in one line; on a phone in three, with a fourth for the stop that is missing. */
export function PositionRow({ block, worth, offline, placeOf, onStop, onStory }: Props) {
  const [main, ...copies] = block.orders;
  if (!main) return null;
  const pair = pairLabel(main);
  const label = protectionOf(main);
  const exposure = exposureOf([block]);
  return (
    <li className={styles.row} data-block={main.blockId}>
      <span className={styles.name}>
        <ToBlock {...{ block, main, placeOf, onStory }}>{pair}</ToBlock> <SideLabel {...main} />
      </span>
      <span className={classes(styles.prices, styles.muted)}>
        <Price block={main} /> → <Amount value={block.price} decimals={main.counterRound} />
      </span>
      <span className={styles.exposed}>
        <Exposed exposure={exposure} worth={worth} />
        <span className={classes(styles.keys, styles.muted)}>
          <bdi>{main.connectorName}</bdi>
          {copies.length > 0 ? `, ${copiedText(copies)}` : ''}
        </span>
      </span>
      <span className={styles.result}>
        <Result exposure={exposure} />
      </span>
      <span className={classes(styles.label, label && TONES[label.tone])}>
        <Status block={main} />
        {label ? ` · ${label.text}` : ''}
      </span>
      <span className={styles.actions}>
        {isBlockUnprotected(block) ? (
          <Button
            small
            variant="quiet"
            icon={ShieldAlert}
            disabled={offline}
            aria-label={`Set a stop: ${pair}`}
            onClick={() => onStop(main.blockId)}
          >
            Set a stop
          </Button>
        ) : null}
        <IconButton icon={ListTree} label={`Order history: ${pair}`} onClick={() => onStory(main.blockId)} />
      </span>
    </li>
  );
}
