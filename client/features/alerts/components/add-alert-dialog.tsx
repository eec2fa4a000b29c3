import { type ComponentType, type FormEvent, lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { type Alert, type AlertThen, type AlertType, COMMENT_LENGTH, type Informing } from '#contracts/alerts.ts';
import type { Pair } from '#contracts/markets.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { cleanNumber, readNumber } from '#contracts/rules/number-input.ts';
import type { Trend } from '#contracts/rules/series/trendline.ts';
import { MARKETS, type Market } from '#contracts/symbol.ts';
import type { Big } from 'big.js';
import { pairLabel } from '../../../lib/pair-label.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { usualDraft } from '../conditions/condition-draft.ts';
import { KINDS } from '../conditions/kinds.ts';
import { useAddAlert } from '../alerts.mutations.ts';
import { priceName } from '../alerts.queries.ts';
import { FREQUENCIES, TYPES } from '../alert-choices.ts';
import {
  type AlertDraft,
  type AlertFaults,
  comesOnce,
  findPair,
  isOfPair,
  newDraft,
  priceDecimals,
  proposedType,
  readDraft,
  suggestedPairs,
  waitsNote,
} from '../new-alert.ts';
import styles from './alerts.module.css';

const ConditionPart = lazy(async () => ({ default: (await import('../conditions/condition-part.tsx')).ConditionPart }));
const AlertPreview = lazy(async () => ({ default: (await import('../conditions/alert-preview.tsx')).AlertPreview }));

export interface ThenFieldProps {
  /** Shown where no hook takes the pair. */
  none?: ReactNode;
  market: Market;
  /** 'xrp_usdt'. */
  pair: string;
  value: AlertThen | null;
  onChange: (calls: AlertThen | null) => void;
}

export interface AddAlertProps {
  market: Market;
  pairs: readonly Pair[];
  /** Preselected pair, 'xrp_usdt'. */
  pairName: string;
  /** Price or line chosen on the chart. */
  level?: Big;
  trend?: Trend;
  prices: Record<string, Big>;
  offline: boolean;
  /** Why alerts do not reach Telegram; renders nothing if they do. */
  telegramNote: ReactNode;
  /** Chooses a hook that it calls. */
  thenField: ComponentType<ThenFieldProps>;
  onClose: () => void;
  onAdded: (alert: Alert) => void;
}

const faultTexts = ({ condition, ...faults }: AlertFaults): string[] => [
  ...Object.values(faults),
  ...Object.values(condition ?? {}),
];

function useAlertForm({ pairs, prices, offline, onAdded, ...beginning }: AddAlertProps) {
  const [draft, setDraft] = useState(() => newDraft(beginning, Date.now()));
  const [faults, setFaults] = useState<AlertFaults>({});
  const adding = useAddAlert(onAdded);
  const pair = findPair(pairs, draft.pair);
  const now = pair ? prices[priceName(pair.name)] : undefined;
  const typed = { ...draft, type: draft.type || proposedType(draft.price, now) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readDraft(typed, pairs);
    setFaults('faults' in read ? read.faults : {});
    const [first] = 'faults' in read ? faultTexts(read.faults) : [];
    if (first) toast.warning(first, { id: 'add-alert' });
    if ('alert' in read && !offline && !adding.isPending) adding.mutate(read.alert);
  };
  return {
    draft: typed,
    faults,
    pair,
    now,
    saving: adding.isPending,
    submit,
    set: (change: Partial<AlertDraft>) => {
      setDraft({ ...draft, ...change });
      setFaults({});
    },
  };
}

type Form = ReturnType<typeof useAlertForm>;

interface PairProps extends Pick<AddAlertProps, 'pairs' | 'prices'> {
  form: Form;
}

const priceText = (price: Big | undefined): string | undefined => price && grouped(price);

const optionOf = ({ name }: Pair, prices: Record<string, Big>) => ({
  value: pairLabel(name),
  detail: priceText(prices[priceName(name)]),
});

function PairAndMarket({ form: { draft, faults, pair, set }, pairs, prices }: PairProps) {
  return (
    <>
      <Segments
        label="Market"
        options={MARKETS.map((name) => ({ value: name, label: name.toUpperCase(), disabled: name !== draft.market }))}
        value={draft.market}
        onChange={(market) => set({ market })}
      />
      {isOfPair(draft.condition) ? (
        <Combobox
          label="Coin pair"
          suggest={(typed) => suggestedPairs(pairs, typed).map((suggested) => optionOf(suggested, prices))}
          value={draft.pair}
          error={faults.pair}
          onChange={(text) => set({ pair: text })}
          onLeave={() => pair && pairLabel(pair.name) !== draft.pair && set({ pair: pairLabel(pair.name) })}
        />
      ) : null}
    </>
  );
}

function Terms({ form }: { form: Form }) {
  const { draft, faults, pair, now, set } = form;
  const decimals = priceDecimals(pair);
  const note = waitsNote(draft, now) ?? (now && pair ? `Now ${grouped(now, decimals)} ${pair.counterCurrency}` : null);
  return (
    <>
      <div className={styles.choices}>
        <Select
          label="Alert type"
          placeholder="Choose"
          options={TYPES}
          value={draft.type}
          error={faults.type}
          onChange={(event) => set({ type: event.target.value as AlertType })}
        />
        <Frequency form={form} />
      </div>
      <Field
        label="Price"
        decimal
        value={draft.price}
        error={faults.price}
        hint={<span className={styles.hint}>{note}</span>}
        trailing={pair?.counterCurrency}
        onChange={(event) => set({ price: cleanNumber(event.target.value, decimals) })}
      />
    </>
  );
}

const PRICE = 'price';
const ALL_KINDS = [{ value: PRICE, label: 'Price level' }, ...KINDS];

function Kind({ form: { draft, set } }: { form: Form }) {
  const choose = (value: string) => {
    const kind = KINDS.find((one) => one.value === value)?.value;
    set({ condition: kind ? usualDraft(kind) : null });
  };
  return (
    <Select
      label="Kind"
      options={ALL_KINDS}
      value={draft.condition?.kind ?? PRICE}
      hint="Funding is not offered: spot has none."
      onChange={({ target }) => choose(target.value)}
    />
  );
}

/** Only the fields of the chosen kind, and how often it would have fired. */
function KindFields({ form, market }: { form: Form } & Pick<AddAlertProps, 'market'>) {
  const { draft, faults, pair, set } = form;
  const { condition, informing } = draft;
  const price = readNumber(draft.price);
  if (!condition)
    return (
      <>
        <Terms form={form} />
        {pair && draft.type && price?.gt(0) ? (
          <Suspense fallback={<Skeleton lines={1} height="112px" label="Loading the preview" />}>
            <AlertPreview market={market} pair={pair} awaited={{ price, type: draft.type }} informing={informing} />
          </Suspense>
        ) : null}
      </>
    );
  return (
    <Suspense fallback={<Skeleton lines={2} height="64px" label="Loading the fields" />}>
      <ConditionPart
        market={market}
        pair={pair}
        informing={informing}
        draft={condition}
        faults={faults.condition ?? {}}
        onChange={(change) => set({ condition: { ...condition, ...change } })}
      />
      {comesOnce(condition) ? null : <Frequency form={form} />}
    </Suspense>
  );
}

const Frequency = ({ form: { draft, faults, set } }: { form: Form }) => (
  <Select
    label="Frequency"
    options={FREQUENCIES}
    value={draft.informing}
    error={faults.informing}
    onChange={(event) => set({ informing: event.target.value as Informing })}
  />
);

function AddAlertForm(props: AddAlertProps & { formId: string; form: Form }) {
  const { form, formId, pairs, prices, thenField: ThenField } = props;
  const { draft, set } = form;
  return (
    <form id={formId} className={styles.form} onSubmit={form.submit} noValidate>
      <Kind form={form} />
      <PairAndMarket form={form} pairs={pairs} prices={prices} />
      <KindFields form={form} market={props.market} />
      {form.pair && isOfPair(draft.condition) ? (
        <ThenField
          market={props.market}
          pair={form.pair.name}
          value={draft.calls}
          onChange={(calls) => set({ calls })}
        />
      ) : null}
      <TextArea
        label="Comment"
        rows={3}
        maxLength={COMMENT_LENGTH}
        value={draft.comment}
        hint={`${draft.comment.length} of ${COMMENT_LENGTH}`}
        onChange={(event) => set({ comment: event.target.value })}
      />
      <div className={styles.two}>
        <Checkbox
          label="Favorite"
          checked={draft.favorite}
          onChange={(event) => set({ favorite: event.target.checked })}
        />
        <Checkbox
          label="Send to Telegram"
          checked={draft.sendToTelegram}
          onChange={(event) => set({ sendToTelegram: event.target.checked })}
        />
      </div>
      {draft.sendToTelegram ? <p className={styles.note}>{props.telegramNote}</p> : null}
    </form>
  );
}

/** Mounted only while open, so that each alert starts with an empty form. */
export function AddAlertDialog(props: AddAlertProps) {
  const formId = useId();
  const form = useAlertForm(props);
  return (
    <Dialog
      open
      onClose={props.onClose}
      title="Add notification"
      footer={
        <DialogActions onBack={props.onClose} type="submit" form={formId} disabled={props.offline} busy={form.saving}>
          {form.saving ? 'Saving...' : 'Save alert'}
        </DialogActions>
      }
    >
      <AddAlertForm {...props} form={form} formId={formId} />
    </Dialog>
  );
}
