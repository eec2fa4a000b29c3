import { cleanNumber } from '#contracts/rules/number-input.ts';
import { CLOSING_INTERVALS } from '#contracts/rules/closing-intervals.ts';
import { MOVE_WINDOWS } from '#contracts/rules/move-windows.ts';
import type { ConditionKind } from '#contracts/alert-conditions.ts';
import { Field } from '../../../ui/field.tsx';
import { type Option, Select } from '../../../ui/select.tsx';
import type { ConditionDraft, ConditionFaults, FieldName } from './condition-draft.ts';
import styles from './conditions.module.css';

const choicesOf = (record: object): Option[] => Object.keys(record).map((value) => ({ value, label: value }));

const DIRECTIONS: Record<'moves' | 'crosses', Option[]> = {
  moves: [
    { value: 'up', label: 'Up' },
    { value: 'down', label: 'Down' },
    { value: 'either', label: 'Up or down' },
  ],
  crosses: [
    { value: 'up', label: 'Rises over' },
    { value: 'down', label: 'Falls under' },
    { value: 'either', label: 'Crosses' },
  ],
};

type Input = { name: FieldName; label: string; unit?: string } & (
  | { as: 'number'; decimals: number }
  | { as: 'choice'; options: Option[] }
  | { as: 'time' }
);

const choice = (name: FieldName, label: string, options: Option[]): Input => ({ name, label, as: 'choice', options });
const count = (name: FieldName, label: string): Input => ({ name, label, as: 'number', decimals: 0 });
const number = (name: FieldName, label: string, unit?: string): Input => ({
  name,
  label,
  as: 'number',
  decimals: 2,
  ...(unit === undefined ? {} : { unit }),
});
const time = (name: FieldName, label: string): Input => ({ name, label, as: 'time' });
const price = (name: FieldName, label: string): Input => ({ name, label, as: 'number', decimals: 8 });

const INTERVAL = choice('interval', 'Bars of', choicesOf(CLOSING_INTERVALS));
const CROSSES = choice('direction', 'Direction', DIRECTIONS.crosses);

const INPUTS: Record<ConditionKind, Input[]> = {
  'percent-move': [
    choice('direction', 'Direction', DIRECTIONS.moves),
    number('percent', 'Move', '%'),
    choice('window', 'Within', choicesOf(MOVE_WINDOWS)),
  ],
  volume: [number('factor', 'Times the mean', '×'), count('bars', 'Of so many bars before'), INTERVAL],
  rsi: [count('length', 'Length'), CROSSES, number('level', 'Level'), INTERVAL],
  ema: [count('fast', 'Shorter EMA'), CROSSES, count('slow', 'Longer EMA'), INTERVAL],
  'price-ema': [CROSSES, count('length', 'EMA'), INTERVAL],
  macd: [
    count('fast', 'Shorter EMA'),
    count('slow', 'Longer EMA'),
    count('signal', 'Signal'),
    CROSSES,
    choice('against', 'Against', [
      { value: 'signal', label: 'Its signal' },
      { value: 'zero', label: 'Zero' },
    ]),
    INTERVAL,
  ],
  bollinger: [
    count('length', 'Length'),
    CROSSES,
    choice('band', 'Band', [
      { value: 'upper', label: 'Upper' },
      { value: 'lower', label: 'Lower' },
    ]),
    INTERVAL,
  ],
  trendline: [
    time('fromTime', 'First point at'),
    price('fromPrice', 'First price'),
    time('toTime', 'Second point at'),
    price('toPrice', 'Second price'),
    choice('straightIn', 'Straight in', [
      { value: 'price', label: 'Price' },
      { value: 'percent', label: 'Percent' },
    ]),
    CROSSES,
    time('until', 'Until'),
  ],
};

const NOTES: Partial<Record<ConditionKind, string>> = {
  'percent-move': 'Any move of that size inside the time, looked at on every trade.',
  volume: 'Looked at on every trade of the running bar.',
  trendline: 'Looked at on every trade and each second.',
};
const AT_CLOSE = 'Looked at when a bar closes: what fired stays true on the chart.';

interface Props {
  draft: ConditionDraft;
  faults: ConditionFaults;
  onChange: (change: Partial<ConditionDraft>) => void;
}

function ConditionInput({ input, draft, faults, onChange }: Props & { input: Input }) {
  const { name, label } = input;
  const shared = { label, value: draft[name] ?? '', error: faults[name] };
  const change = (value: string) => onChange({ [name]: value });
  if (input.as === 'choice')
    return <Select {...shared} options={input.options} onChange={({ target }) => change(target.value)} />;
  if (input.as === 'time')
    return (
      <div className={styles.time}>
        <Field {...shared} type="datetime-local" onChange={({ target }) => change(target.value)} />
      </div>
    );
  return (
    <Field
      {...shared}
      decimal
      trailing={input.unit}
      onChange={({ target }) => change(cleanNumber(target.value, input.decimals))}
    />
  );
}

/** The fields of one kind of condition. */
export const ConditionFields = (props: Props) => (
  <>
    <div className={styles.fields}>
      {INPUTS[props.draft.kind].map((input) => (
        <ConditionInput key={input.name} input={input} {...props} />
      ))}
    </div>
    <p className={styles.note}>{NOTES[props.draft.kind] ?? AT_CLOSE}</p>
  </>
);
