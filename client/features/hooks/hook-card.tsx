import { useEffect, useRef, useState } from 'react';
import type { Hook } from '#contracts/hooks.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { pairLabel } from '../../lib/pair-label.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { RemoveDialog } from '../../ui/remove-dialog.tsx';
import { Time } from '../../ui/time.tsx';
import { classes } from '../../ui/classes.ts';
import records from '../../ui/records.module.css';
import styles from './hooks.module.css';
import { useDeleteHook, usePauseHook, useRenewToken, useSetLive, useTestHook } from './hooks.mutations.ts';
import { ACTIONS, BOT_ACTIONS } from './new-hook.ts';
import { type BlockHistory, SignalLog } from './signal-log.tsx';

interface Props {
  hook: Hook;
  offline: boolean;
  /** Shows its address and messages. */
  onConnect: (hook: Hook) => void;
  onChange: (hook: Hook) => void;
  /** A link led to this hook, and to this signal of its log. */
  shown: boolean;
  signalId: string | null;
  BlockHistory: BlockHistory;
}

const counterOf = ({ template }: Hook): string => pairLabel(template.pairs[0] ?? '').split('/')[1] ?? '';

/** '50 USDT an entry'. */
function spends(hook: Hook): string {
  const { amount } = hook.template;
  const unit = counterOf(hook);
  return 'fixed' in amount ? `${grouped(amount.fixed)} ${unit}` : `up to ${grouped(amount.atMost)} ${unit}`;
}

const mayDo = ({ template }: Hook): string =>
  [...ACTIONS, ...BOT_ACTIONS]
    .filter(({ value }) => template.actions.includes(value))
    .map(({ value, label }) =>
      value === 'bot-stop' ? `${label} and ${template.bot?.coins ?? 'keep'} its coins` : label,
    )
    .map((label, at) => (at === 0 ? label : label.charAt(0).toLowerCase() + label.slice(1)))
    .join(', ');

const exitsOf = ({ template }: Hook): string | null => {
  const { takeProfitPercent: profit, stopLossPercent: stop } = template.exits ?? {};
  return (
    [profit && `take profit ${profit.toFixed()}%`, stop && `stop ${stop.toFixed()}%`].filter(Boolean).join(', ') || null
  );
};

function Facts({ hook }: { hook: Hook }) {
  const { template, connectorName, lastAt } = hook;
  const exits = exitsOf(hook);
  return (
    <dl className={classes(records.facts, styles.facts)}>
      <div>
        <dt>A signal may</dt>
        <dd>{mayDo(hook)}</dd>
      </div>
      <div>
        <dt>On</dt>
        <dd>{template.pairs.map(pairLabel).join(', ')}</dd>
      </div>
      <div>
        <dt>An entry spends</dt>
        <dd>
          {template.signalBot
            ? 'what the settings of its signal bot say'
            : `${spends(hook)}${exits ? `, ${exits}` : ''}; at most ${grouped(template.perDayUsdt)} USDT a day`}
        </dd>
      </div>
      <div>
        <dt>With the key</dt>
        <dd>
          {connectorName === null ? 'a key that is gone' : <bdi>{connectorName}</bdi>}
          {template.copies ? ' and its copy keys' : ', without copies'}
        </dd>
      </div>
      <div>
        <dt>Last signal</dt>
        <dd>{lastAt === null ? 'none yet' : <Time at={lastAt} />}</dd>
      </div>
    </dl>
  );
}

interface DialogProps {
  hook: Hook;
  offline: boolean;
  onClose: () => void;
}

function LiveDialog({ hook, offline, onClose }: DialogProps) {
  const going = useSetLive(onClose);
  const { template, hookId } = hook;
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <>
          Trade on signals of <bdi>{template.name}</bdi>?
        </>
      }
      footer={
        <DialogActions
          back="Stay dry"
          onBack={onClose}
          disabled={offline}
          busy={going.isPending}
          onClick={() => going.mutate({ hookId, live: true })}
        >
          Go live
        </DialogActions>
      }
    >
      <p>
        From now on each signal is acted on without asking you:{' '}
        {template.signalBot ? (
          'an entry is a deal of its signal bot, by the settings and with the money of that bot.'
        ) : (
          <>
            an entry spends {spends(hook)}, at most {grouped(template.perSignalUsdt)} USDT a signal and{' '}
            {grouped(template.perDayUsdt)} USDT in 24 hours, with the key <bdi>{hook.connectorName}</bdi>.
          </>
        )}{' '}
        Anyone who has its address can send such signals.
      </p>
    </Dialog>
  );
}

function Removal({ hook, offline, onClose }: DialogProps) {
  const removing = useDeleteHook(onClose);
  return (
    <RemoveDialog
      name={hook.template.name}
      disabled={offline}
      busy={removing.isPending}
      onRemove={() => removing.mutate(hook.hookId)}
      onClose={onClose}
    >
      Its address stops working and its log is deleted. What it has opened stays in your order blocks.
    </RemoveDialog>
  );
}

function Buttons({ hook, offline, onConnect, onChange }: Omit<Props, 'shown' | 'signalId' | 'BlockHistory'>) {
  const { hookId, live, paused, mayGoLive, template } = hook;
  const [asked, setAsked] = useState<'live' | 'remove' | null>(null);
  const close = () => setAsked(null);
  const testing = useTestHook();
  const pausing = usePauseHook();
  const drying = useSetLive(close);
  const renewing = useRenewToken(onConnect);
  const quiet = { variant: 'quiet', small: true, disabled: offline } as const;
  return (
    <div className={records.buttons}>
      {live ? (
        <Button {...quiet} busy={drying.isPending} onClick={() => drying.mutate({ hookId, live: false })}>
          Only run dry
        </Button>
      ) : (
        <Button
          small
          disabled={offline || !mayGoLive}
          title={mayGoLive ? undefined : 'First send a signal or a test'}
          onClick={() => setAsked('live')}
        >
          Go live
        </Button>
      )}
      <Button {...quiet} busy={testing.isPending} onClick={() => testing.mutate(hookId)}>
        Send a test
      </Button>
      <Button variant="quiet" small aria-label={`Message for ${template.name}`} onClick={() => onConnect(hook)}>
        Message
      </Button>
      <Button {...quiet} onClick={() => onChange(hook)}>
        Change
      </Button>
      <Button {...quiet} busy={renewing.isPending} onClick={() => renewing.mutate(hookId)}>
        New address
      </Button>
      <Button {...quiet} busy={pausing.isPending} onClick={() => pausing.mutate({ hookId, paused: paused === null })}>
        {paused === null ? 'Pause' : 'Let it go on'}
      </Button>
      <Button {...quiet} onClick={() => setAsked('remove')}>
        Remove
      </Button>
      {asked === 'live' ? <LiveDialog hook={hook} offline={offline} onClose={close} /> : null}
      {asked === 'remove' ? <Removal hook={hook} offline={offline} onClose={close} /> : null}
    </div>
  );
}

/** One address for signals: what it may do, and what came. */
export function HookCard(props: Props) {
  const { hook } = props;
  const { live, paused, template } = hook;
  const signalId = props.shown ? props.signalId : null;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (props.shown) place.current?.scrollIntoView({ block: 'start' });
  }, [props.shown]);
  return (
    <div ref={place} className={styles.place}>
      <Card
        title={<bdi>{template.name}</bdi>}
        className={records.stack}
        actions={
          <span className={styles.chips}>
            <Chip kind={live ? 'live' : 'plain'}>{live ? 'Live' : 'Dry run'}</Chip>
            {paused === null ? null : <Chip kind="offline">Paused</Chip>}
          </span>
        }
      >
        {paused === null ? null : <p className={records.warning}>{paused}</p>}
        <Facts hook={hook} />
        <Buttons {...props} />
        <SignalLog key={signalId} hook={hook} shown={signalId} BlockHistory={props.BlockHistory} />
      </Card>
    </div>
  );
}
