import type { BotType, RoundsType } from '#contracts/bot-settings.ts';
import { usualEnding } from '#contracts/rules/bot-ending.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { classes } from '../../../ui/classes.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { BotInput } from './bot-fields.tsx';
import styles from './create.module.css';
import { type Draft, flag, type StopName } from './draft.ts';
import type { InputKind } from './input-kinds.ts';
import type { BotForm } from './use-bot-form.ts';

const STOP_INPUTS: readonly { name: Exclude<StopName, 'at'>; label: string; kind: InputKind }[] = [
  { name: 'below', label: 'Price below', kind: 'price' },
  { name: 'above', label: 'Price above', kind: 'price' },
  { name: 'gain', label: 'Total gain of', kind: 'percent' },
  { name: 'loss', label: 'Total loss of', kind: 'percent' },
];

const COINS_FIRST: ReadonlySet<BotType> = new Set(['inverse-grid', 'steps', 'sell-buy-once']);

interface EndingProps {
  name: StopName;
  type: BotType;
  form: { draft: Draft; set: (change: Draft) => void };
}

export function Ending({ name, type, form: { draft, set } }: EndingProps) {
  const usual = usualEnding(name, type);
  const options = [
    { value: 'keep', label: 'Keep coins' },
    { value: 'sell', label: 'Sell coins' },
    ...(COINS_FIRST.has(type) ? [{ value: 'buy-back', label: 'Buy back' }] : []),
  ];
  return (
    <Select
      label="Then"
      options={options}
      value={draft[`endings.${name}`] || usual}
      onChange={({ target }) => set({ [`endings.${name}`]: target.value === usual ? '' : target.value })}
    />
  );
}

const countSet = (draft: Draft): number =>
  [...STOP_INPUTS.map(({ name }) => name), 'at'].filter((name) => draft[`stop.${name}`]).length;

/** what stops the bot, and what becomes of its coins. */
export function StopFields({ type, form }: { type: RoundsType; form: BotForm }) {
  const { draft, faults, set } = form;
  const count = countSet(draft);
  return (
    <Disclosure title={count > 0 ? `Stop conditions (${count})` : 'Stop conditions'}>
      <div className={styles.inputs}>
        {STOP_INPUTS.map(({ name, ...spec }) => (
          <div key={name} className={styles.pairOfFields}>
            <BotInput spec={{ ...spec, name: `stop.${name}` }} form={form} />
            <Ending name={name} type={type} form={form} />
          </div>
        ))}
        <div className={classes(styles.pairOfFields, styles.timeFields)}>
          <Field
            label="At a time"
            type="datetime-local"
            value={draft['stop.at'] ?? ''}
            error={faults['stop.at']?.text}
            onChange={(event) => set({ 'stop.at': event.target.value })}
          />
          <Ending name="at" type={type} form={form} />
        </div>
      </div>
    </Disclosure>
  );
}

/** When it begins, and on which keys. */
export const StartFields = ({ copies, form }: { copies: number; form: BotForm }) => (
  <>
    <div className={styles.inputs}>
      <BotInput
        spec={{ name: 'startAt', label: 'Start at a price', kind: 'price', hint: 'Empty: at once.' }}
        form={form}
      />
    </div>
    {copies > 0 ? (
      <Checkbox
        label={`Also on copy keys (${copies})`}
        checked={Boolean(form.draft['copyKeys'])}
        onChange={(event) => form.set({ copyKeys: flag(event.target.checked) })}
      />
    ) : null}
  </>
);
