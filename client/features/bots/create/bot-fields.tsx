import { grouped } from '#contracts/rules/decimal.ts';
import { cleanNumber } from '#contracts/rules/number-input.ts';
import type { RoundsType } from '#contracts/bot-settings.ts';
import type { Pair } from '#contracts/markets.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Field } from '../../../ui/field.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Select } from '../../../ui/select.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import styles from './create.module.css';
import { flag, type Note } from './draft.ts';
import { type ChoiceSpec, formOf, type InputSpec } from './forms.ts';
import { decimalsOf, type InputKind, unitOf } from './input-kinds.ts';
import type { BotForm } from './use-bot-form.ts';

const nearestText = (value: string, kind: InputKind, pair: Pair): string => {
  const unit = kind === 'count' ? 'steps' : kind === 'price' ? '' : unitOf(kind, pair);
  return unit === '%' ? `Use ${value}%` : `Use ${value} ${unit}`.trim();
};

interface NearestProps {
  note: Note | undefined;
  kind: InputKind;
  pair: Pair;
  set: BotForm['set'];
}

/** The nearest value that works, as a button. */
function Nearest({ note, kind, pair, set }: NearestProps) {
  if (!note?.nearest) return null;
  const { field, value } = note.nearest;
  const decimals = kind === 'price' ? decimalsOf(kind, pair) : undefined;
  return (
    <Button variant="quiet" small onClick={() => set({ [field]: value.toFixed(decimals) })}>
      {nearestText(grouped(value, decimals), kind, pair)}
    </Button>
  );
}

interface InputProps {
  spec: InputSpec;
  form: BotForm;
}

export function BotInput({ spec: { name, label, kind, hint }, form }: InputProps) {
  const { draft, pair, faults, warnings, set } = form;
  const fault = faults[name];
  const warning = fault ? undefined : warnings[name];
  return (
    <div className={styles.input}>
      <Field
        label={label}
        decimal
        trailing={unitOf(kind, pair)}
        value={draft[name] ?? ''}
        error={fault?.text}
        hint={warning ? <span className={styles.warning}>{warning.text}</span> : hint}
        onChange={(event) => set({ [name]: cleanNumber(event.target.value, decimalsOf(kind, pair)) })}
      />
      <Nearest note={fault ?? warning} kind={kind} pair={pair} set={set} />
    </div>
  );
}

interface ChoiceProps {
  spec: ChoiceSpec;
  form: BotForm;
}

function Choice({ spec: { name, label, options, flag: isFlag }, form: { draft, set } }: ChoiceProps) {
  const value = draft[name] ?? options[0]?.value ?? '';
  return isFlag ? (
    <Segments label={label} wide options={options} value={value} onChange={(next) => set({ [name]: next })} />
  ) : (
    <Select label={label} options={options} value={value} onChange={({ target }) => set({ [name]: target.value })} />
  );
}

/** Which of the two deals comes first. */
const OrderTabs = ({ spec: { name, label, options }, form: { draft, set } }: ChoiceProps) => (
  <Tabs label={label} tabs={options} value={draft[name] ?? ''} onChange={(value) => set({ [name]: value })} />
);

/** Inputs that are shown on demand, or where one of them is wrong. */
function Rare({ title, inputs, form }: { title: string; inputs: readonly InputSpec[]; form: BotForm }) {
  const [open, setOpen] = useState(false);
  const isWrong = inputs.some(({ name }) => form.faults[name]);
  return (
    <Disclosure title={title} open={open || isWrong} onToggle={setOpen}>
      <div className={styles.inputs}>
        {inputs.map((spec) => (
          <BotInput key={spec.name} spec={spec} form={form} />
        ))}
      </div>
    </Disclosure>
  );
}

interface FieldsProps {
  type: RoundsType;
  form: BotForm;
  /** Settings that are no one's to choose here. */
  without?: ReadonlySet<string>;
}

/** The settings of a type. */
export function BotFields({ type, form, without }: FieldsProps) {
  const { about, rare, ...all } = formOf(type, form.pair);
  const isShown = ({ name }: { name: string }): boolean => !without?.has(name);
  const [inputs, choices, checks] = [
    all.inputs.filter(isShown),
    all.choices.filter(isShown),
    all.checks.filter(isShown),
  ];
  const order = choices.find(({ name }) => name === 'order');
  return (
    <>
      {about ? <p className={styles.small}>{about}</p> : null}
      {order ? <OrderTabs spec={order} form={form} /> : null}
      <div className={styles.inputs}>
        {inputs.map((spec) => (
          <BotInput key={spec.name} spec={spec} form={form} />
        ))}
        {choices.map((spec) => (spec === order ? null : <Choice key={spec.name} spec={spec} form={form} />))}
      </div>
      {checks.map(({ name, label }) => (
        <Checkbox
          key={name}
          label={label}
          checked={Boolean(form.draft[name])}
          onChange={(event) => form.set({ [name]: flag(event.target.checked) })}
        />
      ))}
      {rare ? <Rare {...rare} form={form} /> : null}
    </>
  );
}
