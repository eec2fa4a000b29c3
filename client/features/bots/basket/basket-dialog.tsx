import { type ComponentProps, useState } from 'react';
import type { BotDetail } from '#contracts/bots.ts';
import { grouped } from '#contracts/rules/decimal.ts';
import { cleanNumber } from '#contracts/rules/number-input.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { CreateButtons, useActions } from '../create/create-buttons.tsx';
import type { CreateDialog, Shared } from '../create/create-dialog.tsx';
import { termsOf } from '../create/terms.ts';
import create from '../create/create.module.css';
import { firstKey, type MainKey } from '../main-key.ts';
import { SharedNote } from '../share/shared-note.tsx';
import { AssetRows, OwnCoins } from './asset-rows.tsx';
import { basketNeeds, BasketReceipt } from './basket-receipt.tsx';
import { BasketStops } from './basket-stops.tsx';
import { type BasketForm, useBasketForm } from './use-basket-form.ts';

interface Props extends Pick<ComponentProps<typeof CreateDialog>, 'Past'> {
  keys: readonly MainKey[];
  /** The draft that is changed; null for a new basket. */
  saved: BotDetail | null;
  /** Settings that came by a link. */
  shared?: Shared | null;
  offline: boolean;
  onClose: () => void;
  onStarted: (botId: string) => void;
}

const DECIMALS = { invest: 8, threshold: 2, every: 0 };

function Amounts({ form }: { form: BasketForm }) {
  const { draft, faults, set } = form;
  const nearest = faults['invest']?.nearest;
  const field = (name: keyof typeof DECIMALS) => ({
    decimal: true,
    value: draft[name],
    error: faults[name]?.text,
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: cleanNumber(target.value, DECIMALS[name]) }),
  });
  return (
    <div className={create.inputs}>
      <div className={create.input}>
        <Field label="Invest" trailing={draft.counter} {...field('invest')} />
        {nearest ? (
          <Button variant="quiet" small onClick={() => set({ invest: nearest.value.toFixed() })}>
            Use {grouped(nearest.value)} {draft.counter}
          </Button>
        ) : null}
      </div>
      <Field
        label="Threshold"
        trailing="%"
        hint="Points away from a target. Empty: by time only."
        {...field('threshold')}
      />
      <Field label="Every" trailing="h" hint="Empty: by the threshold only." {...field('every')} />
    </div>
  );
}

interface FieldsProps extends Pick<Props, 'keys' | 'saved'> {
  apiKey: MainKey;
  form: BasketForm;
  onKey: (uid: string) => void;
}

function Fields({ keys, saved, apiKey, form, onKey }: FieldsProps) {
  const { draft, pairs, faults, set } = form;
  const counters = [...new Set(pairs.map(({ counterCurrency }) => counterCurrency))].toSorted();
  const options = counters.map((value) => ({ value, label: value }));
  const change = (counter: string) => {
    const known = pairs.filter(({ counterCurrency }) => counterCurrency === counter);
    const [one, other] = known.map(({ baseCurrency }) => baseCurrency);
    const assets = [one ?? counter, other ?? counter];
    set({ counter, rows: [...new Set(assets)].map((asset) => ({ asset, percent: 50, coins: '' })) });
  };
  return (
    <div className={create.form}>
      {saved ? null : (
        <div className={create.inputs}>
          <Select
            label="Traded against"
            options={options}
            value={draft.counter}
            onChange={({ target }) => change(target.value)}
          />
          <Select
            label="Key"
            options={keys.map(({ uid, name }) => ({ value: uid, label: name }))}
            value={apiKey.uid}
            onChange={({ target }) => onKey(target.value)}
          />
        </div>
      )}
      <AssetRows form={form} />
      <Amounts form={form} />
      <OwnCoins form={form} />
      <BasketStops form={form} />
      <Field
        label="Name"
        maxLength={40}
        value={draft.name}
        error={faults['name']?.text}
        onChange={({ target }) => set({ name: target.value })}
      />
    </div>
  );
}

/** A new basket, or a draft: its parts, and what a start would trade. */
export function BasketDialog(props: Props) {
  const { keys, saved, shared } = props;
  const [uid, setUid] = useState(saved?.mainUid ?? firstKey(keys, shared?.bot.market)?.uid);
  const apiKey = keys.find((key) => key.uid === uid) ?? keys[0];
  return apiKey ? <FormDialog {...props} apiKey={apiKey} onKey={setUid} /> : null;
}

function FormDialog({ onKey, ...props }: Props & { apiKey: MainKey; onKey: (uid: string) => void }) {
  const { keys, apiKey, saved, shared = null, Past, offline, onClose, onStarted } = props;
  const loaded = useBasketForm(apiKey, { saved, shared: shared?.bot ?? null });
  const { form } = loaded;
  const actions = useActions({ saved, link: shared?.token, onClose, onStarted });
  const startable = form && {
    ...form,
    name: form.draft.name,
    startText: form.planned ? `with ${basketNeeds(form)}` : '',
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={saved ? <bdi>{saved.name}</bdi> : 'Create Basket'}
      footer={startable ? <CreateButtons {...{ actions, saved, offline, onClose }} form={startable} /> : null}
    >
      {shared ? <SharedNote shared={shared.bot} /> : null}
      {form ? (
        <div className={create.columns}>
          <Fields {...{ keys, saved, apiKey, form, onKey }} />
          <div className={create.outcome}>
            <BasketReceipt form={form} />
            <Past bot={termsOf(form.read)} offline={offline} />
          </div>
        </div>
      ) : loaded.error ? (
        <ErrorState error={loaded.error} onRetry={loaded.retry} />
      ) : (
        <Skeleton lines={8} height="44px" label="Loading the pairs" />
      )}
    </Dialog>
  );
}
