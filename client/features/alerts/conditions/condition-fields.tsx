import { cleanNumber } from '#contracts/rules/number-input.ts';
import { CLOSING_INTERVALS } from '#contracts/rules/closing-intervals.ts';
import { MOVE_WINDOWS } from '#contracts/rules/move-windows.ts';
import type { ConditionKind } from '#contracts/alert-conditions.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { type Option, Select } from '../../../ui/select.tsx';
import type { ConditionDraft, ConditionFaults, FieldName } from './condition-draft.ts';
import styles from './conditions.module.css';
import { mayFireDuringBar } from './during-bar.ts';

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
  | { as: 'clock' }
  | { as: 'text'; hint: string }
  | { as: 'set'; options: Option[] }
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

const INPUTS: Record<Exclude<ConditionKind, 'time'>, Input[]> = {
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
  listing: [
    { name: 'coin', label: 'Coin', as: 'text', hint: 'Leave it empty for any coin.' },
    {
      name: 'events',
      label: 'Happens',
      as: 'set',
      options: [
        { value: 'listed', label: 'It is listed' },
        { value: 'trading', label: 'It begins to trade' },
        { value: 'halted', label: 'It is halted' },
        { value: 'delisted', label: 'It is delisted' },
      ],
    },
  ],
};

const WHEN = choice('when', 'Comes', [
  { value: 'once', label: 'Once' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'On some days' },
]);
const DAYS: Input = {
  name: 'days',
  label: 'Days',
  as: 'set',
  options: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((label, index) => ({
    value: String((index + 1) % 7),
    label,
  })),
};

function inputsOf({ kind, when }: ConditionDraft): Input[] {
  if (kind !== 'time') return INPUTS[kind];
  if (when === 'once') return [WHEN, time('at', 'At')];
  const clock: Input = { name: 'clock', label: 'At', as: 'clock' };
  return when === 'daily' ? [WHEN, clock] : [WHEN, clock, DAYS];
}

const NOTES: Partial<Record<ConditionKind, string>> = {
  'percent-move': 'Any move of that size inside the time, looked at on every trade.',
  volume: 'Looked at on every trade of the running bar.',
  trendline: 'Looked at on every trade and each second.',
  time: 'By the clock of this device, also when summer time begins or ends.',
  listing: 'Looked at each minute.',
};
const AT_CLOSE = 'Looked at when a bar closes: what fired stays true on the chart.';
const DURING_BAR =
  'Looked at on every trade: the alert fires once a bar at most, and the close of the bar may take it back.';

interface Props {
  draft: ConditionDraft;
  faults: ConditionFaults;
  onChange: (change: Partial<ConditionDraft>) => void;
}

interface ChoicesProps {
  label: string;
  options: readonly Option[];
  /** The chosen ones, separated by spaces. */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function Choices({ label, options, value, error, onChange }: ChoicesProps) {
  const chosen = value.split(' ');
  const next = (one: string, isOn: boolean) =>
    options.map((option) => option.value).filter((each) => (each === one ? isOn : chosen.includes(each)));
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={chosen.includes(option.value)}
          onChange={({ target }) => onChange(next(option.value, target.checked).join(' '))}
        />
      ))}
      {error ? (
        <p role="alert" className={styles.fault}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

function ConditionInput({ input, draft, faults, onChange }: Props & { input: Input }) {
  const { name, label } = input;
  const shared = { label, value: draft[name] ?? '', error: faults[name] };
  const change = (value: string) => onChange({ [name]: value });
  if (input.as === 'choice')
    return <Select {...shared} options={input.options} onChange={({ target }) => change(target.value)} />;
  if (input.as === 'set')
    return (
      <Choices label={label} options={input.options} value={shared.value} error={shared.error} onChange={change} />
    );
  if (input.as === 'clock') return <Field {...shared} type="time" onChange={({ target }) => change(target.value)} />;
  if (input.as === 'text')
    return <Field {...shared} hint={input.hint} onChange={({ target }) => change(target.value)} />;
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
      {inputsOf(props.draft).map((input) => (
        <ConditionInput key={input.name} input={input} {...props} />
      ))}
    </div>
    {mayFireDuringBar(props.draft.kind) ? (
      <Checkbox
        label="Also during the bar (may be taken back)"
        checked={Boolean(props.draft.duringBar)}
        onChange={({ target }) => props.onChange({ duringBar: target.checked ? 'yes' : '' })}
      />
    ) : null}
    <p className={styles.note}>{NOTES[props.draft.kind] ?? (props.draft.duringBar ? DURING_BAR : AT_CLOSE)}</p>
  </>
);
