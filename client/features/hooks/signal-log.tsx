import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Hook, HookSignal } from '#contracts/hooks.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { pairLabel } from '../../lib/pair-label.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Chip, type ChipKind } from '../../ui/chip.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import records from '../../ui/records.module.css';
import styles from './hooks.module.css';
import { hookSignals } from './hooks.queries.ts';

const PAGE = 10;

/** What happened to a block, which is another feature's. */
export type BlockHistory = ComponentType<{ blockId: string; onClose: () => void }>;

type Look = { kind: ChipKind; text: string };

/** The verdict in one or two words. */
function lookOf({ result, state }: Pick<HookSignal, 'result' | 'state'>): Look {
  if (result === 'malformed') return { kind: 'offline', text: 'Not understood' };
  if (result === 'refused') return { kind: 'offline', text: 'Refused' };
  if (result === 'dry-run') return { kind: 'plain', text: 'Dry run' };
  if (state === 'waiting') return { kind: 'plain', text: 'Being acted on' };
  if (state === 'dropped') return { kind: 'offline', text: 'Dropped' };
  return state === 'failed' ? { kind: 'offline', text: 'Failed' } : { kind: 'live', text: 'Done' };
}

const ASKS: Record<string, string> = {
  open: 'Open',
  add: 'Add',
  reduce: 'Close a share',
  close: 'Close',
  targets: 'Set targets',
  'bot-start': 'Start bot',
  'bot-stop': 'Stop bot',
  alert: 'Tell',
};

/** 'at 0.52, now 0.53'. */
const pricesOf = ({ priceThen, priceNow }: HookSignal): string =>
  [priceThen && `at ${grouped(priceThen)}`, priceNow && `now ${grouped(priceNow)}`].filter(Boolean).join(', ');

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const ABOUT_BLOCKS = new Set(['reduce', 'close', 'targets']);

/** W-13: what a signal was about, where it was acted on. */
function Where({ signal, market }: { signal: HookSignal; market: string }) {
  const { action, symbolName, result, state, blockId } = signal;
  if (result !== 'taken' || state === 'dropped' || action === null) return null;
  if (action.startsWith('bot-')) return <Link to="/bots">Its bot</Link>;
  if (symbolName === null || (blockId === null && !ABOUT_BLOCKS.has(action))) return null;
  const list = `/markets/spot/list?market=${market}&symbolName=${symbolName}&counterEarning=true&section=buy`;
  return <Link to={list}>{blockId === null ? 'Its order blocks' : 'Its order block'}</Link>;
}

interface RowProps {
  signal: HookSignal;
  market: string;
  shown: boolean;
  /** Shows the history of a block, also of one that is closed. */
  onBlock: (blockId: string) => void;
}

function Row({ signal, market, shown, onBlock }: RowProps) {
  const { kind, text } = lookOf(signal);
  const { action, symbolName, reason, outcome, receivedAt, address, bytes, format, repeats, body, blockId } = signal;
  const asks = [action && ASKS[action], symbolName && pairLabel(symbolName)].filter(Boolean).join(' ');
  return (
    <li className={classes(records.entry, shown && styles.shown)} aria-current={shown || undefined}>
      <div className={records.line}>
        <Chip kind={kind}>{text}</Chip>
        <span>{asks}</span>
        <span className={records.muted}>
          <Time at={receivedAt} /> {pricesOf(signal)}
        </span>
      </div>
      <p>
        {capital(reason ?? outcome ?? 'It is acted on in a moment.')} <Where signal={signal} market={market} />
      </p>
      {blockId === null ? null : (
        <div>
          <Button variant="quiet" small onClick={() => onBlock(blockId)}>
            Its order history
          </Button>
        </div>
      )}
      <details className={records.raw}>
        <summary>
          {[format ?? 'unknown format', `${bytes} bytes`, `from ${address}`, repeats > 0 && `came ${repeats + 1} times`]
            .filter(Boolean)
            .join(', ')}
        </summary>
        <code translate="no">{body}</code>
      </details>
    </li>
  );
}

interface Props {
  hook: Hook;
  /** A link led to this signal: the log begins with its page. */
  shown: string | null;
  BlockHistory: BlockHistory;
}

/** What a hook received, the newest first. */
export function SignalLog({ hook: { hookId, template }, shown, BlockHistory }: Props) {
  const [chosen, setPage] = useState<number | null>(null);
  const [blockId, setBlockId] = useState<string | null>(null);
  const place = chosen === null && shown !== null ? { signal: shown } : { page: chosen ?? 0 };
  const { data, error, refetch, isFetching } = useQuery(hookSignals(hookId, place));
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
    ) : (
      <Skeleton lines={2} height="44px" label="Loading its signals" />
    );
  if (data.totalRecords === 0)
    return (
      <p className={records.muted}>No signal yet. Send a test, or paste its message where your signals come from.</p>
    );
  return (
    <div>
      <ul className={records.log} aria-label="Signals">
        {data.content.map((signal) => (
          <Row
            key={signal.signalId}
            signal={signal}
            market={template.market}
            shown={signal.signalId === shown}
            onBlock={setBlockId}
          />
        ))}
      </ul>
      <Pager page={data.page} last={Math.ceil(data.totalRecords / PAGE) - 1} onChange={setPage} />
      <ButtonLink to={`/api/hooks/${hookId}/signals.csv`} reloadDocument download variant="quiet" small icon={Download}>
        Signals as CSV
      </ButtonLink>
      <Suspense>
        {blockId === null ? null : <BlockHistory blockId={blockId} onClose={() => setBlockId(null)} />}
      </Suspense>
    </div>
  );
}
