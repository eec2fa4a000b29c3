import { Plus, X } from 'lucide-react';
import { type ComponentType, useId } from 'react';
import type { BotType } from '#contracts/bots.ts';
import { type HookAction, TRADINGVIEW_ADDRESSES } from '#contracts/hooks.ts';
import { cleanNumber } from '#contracts/rules/number-input.ts';
import type { Market } from '#contracts/symbol.ts';
import { pairLabel } from '../../lib/pair-label.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Select } from '../../ui/select.tsx';
import records from '../../ui/records.module.css';
import styles from './hooks.module.css';
import { ACTIONS, BOT_ACTIONS, BOT_COINS, type Draft, type Faults } from './new-hook.ts';

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
  type: BotType;
  symbolName: string;
}

export interface PairFieldProps {
  market: Market;
  /** 'xrp_usdt'. */
  value: string;
  onChange: (symbolName: string) => void;
}

/** What a hook can be made of. */
export interface Choices {
  keys: readonly HookKey[];
  bots: readonly HookBot[];
  /** The choice of a coin pair, which is another feature's. */
  PairField: ComponentType<PairFieldProps>;
}

interface PartProps {
  draft: Draft;
  faults: Faults;
  set: (change: Partial<Draft>) => void;
}

function Pairs({ draft, set, market, PairField }: PartProps & Pick<Choices, 'PairField'> & { market: Market }) {
  const { pairs } = draft;
  const change = (at: number, to: string[]) => set({ pairs: pairs.toSpliced(at, 1, ...to) });
  return (
    <div className={records.stack}>
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

function Actions({ draft, faults, set, bots }: PartProps & Pick<Choices, 'bots'>) {
  const id = useId();
  const known = bots.length > 0 ? [...ACTIONS, ...BOT_ACTIONS] : ACTIONS;
  const offered = known.filter(({ value }) => draft.signalBot === '' || value !== 'targets');
  const toggle = (action: HookAction, chosen: boolean) =>
    set({ actions: chosen ? [...draft.actions, action] : draft.actions.filter((one) => one !== action) });
  return (
    <fieldset className={records.choices} aria-describedby={faults.actions ? id : undefined}>
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
        <p id={id} className={records.fault} role="alert">
          {faults.actions}
        </p>
      ) : null}
    </fieldset>
  );
}

const FROM = [
  { value: 'fixed', label: 'This much' },
  { value: 'atMost', label: 'The signal’s, at most' },
] as const;

const NUMBERS = [
  { name: 'takeProfit', label: 'Take profit', unit: '%' },
  { name: 'stopLoss', label: 'Stop loss', unit: '%' },
  { name: 'perSignal', label: 'Most a signal', unit: 'USDT' },
  { name: 'perDay', label: 'Most a day', unit: 'USDT' },
] as const;
/** More than any amount needs. */
const DECIMALS = 8;

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
        trailing={pairLabel(draft.pairs[0] ?? '').split('/')[1]}
        value={draft.amount}
        error={faults.amount}
        onChange={(event) => set({ amount: cleanNumber(event.target.value, DECIMALS) })}
      />
      {NUMBERS.map(({ name, label, unit }) => (
        <Field
          key={name}
          decimal
          label={label}
          trailing={unit}
          value={draft[name]}
          error={faults[name]}
          onChange={(event) => set({ [name]: cleanNumber(event.target.value, DECIMALS) })}
        />
      ))}
    </div>
  </>
);

const TRADINGVIEW = TRADINGVIEW_ADDRESSES.join(', ');

/** Whose signals are taken, and how old they may be. */
const Senders = ({ draft, faults, set }: PartProps) => (
  <>
    <div className={styles.inputs}>
      <Field
        decimal
        label="Longest age of a signal"
        trailing="s"
        value={draft.maxAge}
        error={faults.maxAge}
        onChange={(event) => set({ maxAge: event.target.value })}
      />
      <Field
        decimal
        label="Signals a day"
        value={draft.perDayCount}
        error={faults.perDayCount}
        onChange={(event) => set({ perDayCount: event.target.value })}
      />
      <Field
        label="Only from these addresses"
        placeholder="from anywhere"
        value={draft.addresses}
        error={faults.addresses}
        onChange={(event) => set({ addresses: event.target.value })}
      />
    </div>
    <div>
      <Button variant="quiet" small onClick={() => set({ addresses: TRADINGVIEW })}>
        Only from TradingView
      </Button>
    </div>
    <Checkbox
      label="Take signals that do not say when they were made"
      checked={draft.undated}
      onChange={(event) => set({ undated: event.target.checked })}
    />
  </>
);

/** PB-12: by its own amounts, or through a signal bot. */
function TradesWith({ draft, set, bots }: PartProps & Pick<Choices, 'bots'>) {
  const offered = bots.filter(({ type }) => type === 'signal');
  if (offered.length === 0) return null;
  const choose = (signalBot: string) => {
    const bot = offered.find(({ botId }) => botId === signalBot);
    set({ signalBot, ...(bot && { pairs: [bot.symbolName] }) });
  };
  return (
    <Select
      label="Trades with"
      options={[
        { value: '', label: 'Its own amounts' },
        ...offered.map(({ botId: value, name: label }) => ({ value, label })),
      ]}
      value={draft.signalBot}
      onChange={(event) => choose(event.target.value)}
    />
  );
}

interface FieldsProps extends PartProps, Choices {
  apiKey: HookKey;
  /** Null where the key stays as it is. */
  onKey: ((uid: string) => void) | null;
}

/** All fields of a hook. */
export function Fields({ keys, bots, PairField, apiKey, onKey, ...part }: FieldsProps) {
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
        {onKey ? (
          <Select
            label="Key"
            options={keys.map(({ uid: value, name: label }) => ({ value, label }))}
            value={apiKey.uid}
            onChange={(event) => onKey(event.target.value)}
          />
        ) : null}
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
      {draft.actions.includes('bot-stop') ? (
        <Segments
          label="Its coins when it stops"
          options={BOT_COINS}
          value={draft.botCoins}
          onChange={(botCoins) => set({ botCoins })}
        />
      ) : null}
      <TradesWith {...part} bots={bots} />
      {draft.signalBot ? null : <Money {...part} />}
      <Senders {...part} />
      {apiKey.copies > 0 ? (
        <Checkbox
          label="Copy keys repeat its deals"
          checked={draft.copies}
          onChange={(event) => set({ copies: event.target.checked })}
        />
      ) : null}
      <Checkbox
        label="Follow a sender that is out of step (else its signal is refused, and you are notified)"
        checked={draft.follow}
        onChange={(event) => set({ follow: event.target.checked })}
      />
    </>
  );
}
