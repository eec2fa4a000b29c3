import { type ComponentType, type ReactNode, useState } from 'react';
import type { SharedBot } from '#contracts/bot-links.ts';
import type { RoundsType } from '#contracts/bot-settings.ts';
import { BOT_TYPES, type BotDetail } from '#contracts/bots.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { chartLines } from '../chart/chart-scale.ts';
import { LinesChart } from '../chart/lines-chart.tsx';
import { firstKey, type MainKey } from '../main-key.ts';
import { SharedNote } from '../share/shared-note.tsx';
import { BotFields } from './bot-fields.tsx';
import { endsOf } from './chart-ends.ts';
import styles from './create.module.css';
import { STOPS } from './draft.ts';
import { formOf, inputsOf } from './forms.ts';
import { CreateButtons, type StartableForm, useActions } from './create-buttons.tsx';
import { kindOf, needsText, stopsAtWorst } from './receipt-rows.ts';
import { Receipt } from './receipt.tsx';
import { StartFields, StopFields } from './stop-fields.tsx';
import { type BotTerms, termsOf } from './terms.ts';
import { type BotForm, useBotForm } from './use-bot-form.ts';

export interface PairFieldProps {
  market: MainKey['market'];
  /** 'xrp_usdt'. */
  value: string;
  onChange: (symbolName: string) => void;
}

export interface PastProps {
  /** As it is typed; null while the fields are not right. */
  bot: BotTerms | null;
  offline: boolean;
}

export interface Shared {
  bot: SharedBot;
  token: string;
}

interface Props {
  type: RoundsType;
  keys: readonly MainKey[];
  /** The choice of a coin pair, which is another feature's. */
  PairField: ComponentType<PairFieldProps>;
  /** What the settings would have come to, which is another feature's. */
  Past: ComponentType<PastProps>;
  /** The draft that is changed; null for a new bot. */
  saved: BotDetail | null;
  /** Settings that came by a link. */
  shared?: Shared | null;
  offline: boolean;
  onClose: () => void;
  onStarted: (botId: string) => void;
}

const USUAL = { market: undefined, symbolName: 'xrp_usdt' };

interface WhereProps extends Pick<Props, 'keys' | 'PairField'> {
  apiKey: MainKey;
  symbolName: string;
  onKey: (uid: string) => void;
  onPair: (symbolName: string) => void;
}

const Where = ({ keys, apiKey, symbolName, PairField, onKey, onPair }: WhereProps) => (
  <div className={styles.inputs}>
    <PairField market={apiKey.market} value={symbolName} onChange={onPair} />
    <Select
      label="Key"
      options={keys.map(({ uid, name }) => ({ value: uid, label: name }))}
      value={apiKey.uid}
      onChange={(event) => onKey(event.target.value)}
    />
  </div>
);

interface BodyProps extends Pick<Props, 'Past' | 'offline'> {
  type: RoundsType;
  apiKey: MainKey;
  form: BotForm;
  where: ReactNode;
}

function Body({ type, apiKey, form, where, Past, offline }: BodyProps) {
  const inputs = inputsOf(formOf(type, form.pair));
  const shown = new Set([...inputs.map(({ name }) => name), ...STOPS.map((name) => `stop.${name}`), 'name', 'startAt']);
  const hasEnds = inputs.some(({ name }) => name === 'low');
  const { draft, faults, preview, set } = form;
  return (
    <div className={styles.columns}>
      <div className={styles.form}>
        {where}
        <LinesChart
          market={apiKey.market}
          pair={form.pair}
          lines={preview?.plan ? chartLines(preview.plan, form.pair) : []}
          now={preview?.marketPrice ?? null}
          ends={hasEnds ? endsOf(draft, set) : []}
        />
        <BotFields type={type} form={form} />
        <StartFields copies={apiKey.copies} form={form} />
        <StopFields type={type} form={form} />
        <Field
          label="Name"
          maxLength={40}
          value={draft['name'] ?? ''}
          error={faults['name']?.text}
          onChange={(event) => set({ name: event.target.value })}
        />
      </div>
      <div className={styles.outcome}>
        <Receipt form={form} kind={kindOf(type)} hasStop={stopsAtWorst(type, draft)} shown={shown} />
        <Past bot={termsOf(form.read)} offline={offline} />
      </div>
    </div>
  );
}

/** A new bot, or a draft: its fields, its lines and what a start would cost. */
export function CreateDialog({ keys, PairField, saved, shared = null, ...props }: Props) {
  const first = saved ?? shared?.bot ?? USUAL;
  const [uid, setUid] = useState(saved?.mainUid ?? firstKey(keys, first.market)?.uid);
  const [symbolName, setSymbolName] = useState(first.symbolName);
  const apiKey = keys.find((key) => key.uid === uid) ?? keys[0];
  if (!apiKey) return null;
  const where = saved ? null : (
    <Where
      keys={keys}
      apiKey={apiKey}
      symbolName={symbolName}
      PairField={PairField}
      onKey={setUid}
      onPair={setSymbolName}
    />
  );
  return <FormDialog {...props} {...{ apiKey, symbolName, saved, shared, where }} />;
}

interface FormProps extends Pick<Props, 'type' | 'saved' | 'offline' | 'Past' | 'onClose' | 'onStarted'> {
  shared: Shared | null;
  apiKey: MainKey;
  symbolName: string;
  where: ReactNode;
}

/** Nothing starts before the plan of exactly these fields is known and nothing refuses it. */
const startableOf = (form: BotForm): StartableForm => ({
  ...form,
  name: form.draft['name'] ?? '',
  canStart: form.isFresh && Boolean(form.preview?.plan) && Object.keys(form.faults).length === 0,
  startText: form.preview?.plan ? `with ${needsText(form.preview.plan, form.pair)}` : '',
});

function FormDialog({ type, apiKey, symbolName, saved, shared, ...props }: FormProps) {
  const { where, Past, offline, onClose, onStarted } = props;
  const loaded = useBotForm({ type, apiKey, symbolName, saved, shared: shared?.bot ?? null });
  const { form } = loaded;
  const actions = useActions({ saved, link: shared?.token, onClose, onStarted });
  const footer = form ? <CreateButtons {...{ actions, saved, offline, onClose }} form={startableOf(form)} /> : null;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={saved ? <bdi>{saved.name}</bdi> : `Create ${BOT_TYPES[type]}`}
      footer={footer}
    >
      {shared ? <SharedNote shared={shared.bot} /> : null}
      {form ? (
        <Body type={type} apiKey={apiKey} form={form} where={where} Past={Past} offline={offline} />
      ) : loaded.error ? (
        <>
          {where}
          <ErrorState error={loaded.error} onRetry={loaded.retry} />
        </>
      ) : (
        <>
          {where}
          <Skeleton lines={8} height="44px" label="Loading the pair" />
        </>
      )}
    </Dialog>
  );
}
