import { Plus, X } from 'lucide-react';
import { type ComponentType, type FormEvent, useId, useState } from 'react';
import type { Hook, HookAction } from '#contracts/hooks.ts';
import type { Market } from '#contracts/symbol.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './hooks.module.css';
import { useCreateHook } from './hooks.mutations.ts';
import { ACTIONS, BOT_ACTIONS, type Draft, type Faults, NEW_DRAFT, readDraft } from './new-hook.ts';

export interface HookKey {
  uid: string;
  name: string;
  market: Market;
  isActive: boolean;
  copies: number;
}

export interface HookBot {
  botId: string;
  name: string;
}

export interface PairFieldProps {
  market: Market;
  /** 'xrp_usdt'. */
  value: string;
  onChange: (symbolName: string) => void;
}

interface Props {
  keys: readonly HookKey[];
  bots: readonly HookBot[];
  /** The choice of a coin pair, which is another feature's. */
  PairField: ComponentType<PairFieldProps>;
  onClose: () => void;
  onCreated: (hook: Hook) => void;
}

interface PartProps {
  draft: Draft;
  faults: Faults;
  set: (change: Partial<Draft>) => void;
}

function Pairs({ draft, set, market, PairField }: PartProps & Pick<Props, 'PairField'> & { market: Market }) {
  const { pairs } = draft;
  const change = (at: number, to: string[]) => set({ pairs: pairs.toSpliced(at, 1, ...to) });
  return (
    <div className={styles.form}>
      {pairs.map((pair, at) => (
        <div key={pair} className={styles.pair}>
          <PairField market={market} value={pair} onChange={(next) => change(at, pairs.includes(next) ? [] : [next])} />
          {pairs.length > 1 ? <IconButton icon={X} label="Remove this pair" onClick={() => change(at, [])} /> : null}
        </div>
      ))}
      {pairs.includes('btc_usdt') ? null : (
        <div>
          <Button variant="quiet" small icon={Plus} onClick={() => set({ pairs: [...pairs, 'btc_usdt'] })}>
            Add another pair
          </Button>
        </div>
      )}
    </div>
  );
}

function Actions({ draft, faults, set, bots }: PartProps & Pick<Props, 'bots'>) {
  const id = useId();
  const offered = bots.length > 0 ? [...ACTIONS, ...BOT_ACTIONS] : ACTIONS;
  const toggle = (action: HookAction, chosen: boolean) =>
    set({ actions: chosen ? [...draft.actions, action] : draft.actions.filter((one) => one !== action) });
  return (
    <fieldset className={styles.choices} aria-describedby={faults.actions ? id : undefined}>
      <legend>A signal may</legend>
      {offered.map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={draft.actions.includes(value)}
          onChange={(event) => toggle(value, event.target.checked)}
        />
      ))}
      {faults.actions ? (
        <p id={id} className={styles.fault} role="alert">
          {faults.actions}
        </p>
      ) : null}
    </fieldset>
  );
}

const FROM = [
  { value: 'fixed', label: 'Always this much' },
  { value: 'atMost', label: 'As the signal says, at most' },
] as const;

const NUMBERS = [
  { name: 'takeProfit', label: 'Take profit', unit: '%' },
  { name: 'stopLoss', label: 'Stop loss', unit: '%' },
  { name: 'perSignal', label: 'Most a signal', unit: 'USDT' },
  { name: 'perDay', label: 'Most a day', unit: 'USDT' },
] as const;

const Money = ({ draft, faults, set }: PartProps) => (
  <>
    <Segments
      label="An entry spends"
      options={FROM}
      value={draft.amountFrom}
      onChange={(amountFrom) => set({ amountFrom })}
    />
    <div className={styles.inputs}>
      <Field
        decimal
        label="Amount"
        trailing="counter"
        value={draft.amount}
        error={faults.amount}
        onChange={(event) => set({ amount: event.target.value })}
      />
      {NUMBERS.map(({ name, label, unit }) => (
        <Field
          key={name}
          decimal
          label={label}
          trailing={unit}
          value={draft[name]}
          error={faults[name]}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      ))}
    </div>
  </>
);

interface FieldsProps extends PartProps, Pick<Props, 'keys' | 'bots' | 'PairField'> {
  apiKey: HookKey;
  onKey: (uid: string) => void;
}

function Fields({ keys, bots, PairField, apiKey, onKey, ...part }: FieldsProps) {
  const { draft, faults, set } = part;
  return (
    <>
      <div className={styles.inputs}>
        <Field
          label="Name"
          maxLength={40}
          value={draft.name}
          error={faults.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <Select
          label="Key"
          options={keys.map(({ uid: value, name: label }) => ({ value, label }))}
          value={apiKey.uid}
          onChange={(event) => onKey(event.target.value)}
        />
      </div>
      <Pairs {...part} market={apiKey.market} PairField={PairField} />
      <Actions {...part} bots={bots} />
      {draft.actions.some((action) => action.startsWith('bot-')) ? (
        <Select
          label="Bot"
          placeholder="Choose"
          options={bots.map(({ botId: value, name: label }) => ({ value, label }))}
          value={draft.botId}
          error={faults.botId}
          onChange={(event) => set({ botId: event.target.value })}
        />
      ) : null}
      <Money {...part} />
      {apiKey.copies > 0 ? (
        <Checkbox
          label="Copy keys repeat its deals"
          checked={draft.copies}
          onChange={(event) => set({ copies: event.target.checked })}
        />
      ) : null}
      <Checkbox
        label="Follow a sender that is out of step (else its signal is refused, and you are told)"
        checked={draft.follow}
        onChange={(event) => set({ follow: event.target.checked })}
      />
    </>
  );
}

function useDraft() {
  const [draft, setDraft] = useState(NEW_DRAFT);
  const [faults, setFaults] = useState<Faults>({});
  const set = (change: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...change }));
    setFaults({});
  };
  return { draft, faults, set, setFaults };
}

/** A new address for signals: what they may do, and with how much. */
export function CreateDialog({ keys, bots, PairField, onClose, onCreated }: Props) {
  const form = useId();
  const { setFaults, ...part } = useDraft();
  const [uid, setUid] = useState(keys.find(({ isActive }) => isActive)?.uid ?? keys[0]?.uid);
  const creating = useCreateHook(onCreated);
  const apiKey = keys.find((one) => one.uid === uid);
  if (!apiKey) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (creating.isPending) return;
    const read = readDraft(part.draft, apiKey);
    if ('json' in read) creating.mutate(read.json);
    else setFaults(read.faults);
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="New signal hook"
      footer={
        <DialogActions type="submit" form={form} onBack={onClose} busy={creating.isPending}>
          Create
        </DialogActions>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        <p className={styles.muted}>
          A sender chooses only among what you allow here. It begins as a dry run: nothing is traded before you switch
          it to live.
        </p>
        <Fields {...part} {...{ keys, bots, PairField, apiKey }} onKey={setUid} />
        {creating.error ? (
          <p className={styles.fault} role="alert">
            {creating.error.message}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
