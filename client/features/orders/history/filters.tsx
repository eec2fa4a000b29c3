import { isolated } from '#contracts/rules/isolated.ts';
import { Download } from 'lucide-react';
import { ButtonLink } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import styles from './history.module.css';
import { type Days, type Period, PERIODS } from './period.ts';

export interface Choice extends Days {
  allPairs: boolean;
  /** Uid of a key; '' for the active key, 'group' for it with its copies, 'all' for every key. */
  uid: string;
  period: Period;
}

const TEXTS: Record<Period, string> = {
  all: 'All time',
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  year: 'This year',
  between: 'Chosen days',
};
const PERIOD_OPTIONS = PERIODS.map((value) => ({ value, label: TEXTS[value] }));

export interface HistoryKeys {
  active: { uid: string; name: string } | null;
  hasCopies: boolean;
  all: readonly { uid: string; name: string }[];
}

const keyOptions = ({ active, hasCopies, all }: HistoryKeys) => [
  { value: '', label: active ? `Active key: ${isolated(active.name)}` : 'Active key' },
  ...(active && hasCopies ? [{ value: 'group', label: `${isolated(active.name)} and its copies` }] : []),
  ...all.filter(({ uid }) => uid !== active?.uid).map(({ uid, name }) => ({ value: uid, label: name })),
  { value: 'all', label: 'All keys, including deleted' },
];

interface Props {
  choice: Choice;
  /** 'XRP/USDT'. */
  pairLabel: string;
  keys: HistoryKeys;
  onChange: (choice: Choice) => void;
}

export function Filters({ choice, pairLabel, keys, onChange }: Props) {
  const set = (change: Partial<Choice>) => onChange({ ...choice, ...change });
  const pairs = [
    { value: 'this', label: pairLabel },
    { value: 'all', label: 'All pairs' },
  ];
  return (
    <div className={styles.filters}>
      <Select
        label="Pair"
        options={pairs}
        value={choice.allPairs ? 'all' : 'this'}
        onChange={(event) => set({ allPairs: event.target.value === 'all' })}
      />
      <div className={styles.key}>
        <Select
          label="Key"
          options={keyOptions(keys)}
          value={choice.uid}
          onChange={(event) => set({ uid: event.target.value })}
        />
      </div>
      <Select
        label="Time"
        options={PERIOD_OPTIONS}
        value={choice.period}
        onChange={(event) => set({ period: event.target.value as Period })}
      />
      {choice.period === 'between' ? (
        <>
          <Field
            label="First day"
            type="date"
            value={choice.first}
            max={choice.last || undefined}
            onChange={(event) => set({ first: event.target.value })}
          />
          <Field
            label="Last day"
            type="date"
            value={choice.last}
            min={choice.first || undefined}
            onChange={(event) => set({ last: event.target.value })}
          />
        </>
      ) : null}
      <ButtonLink
        to="/api/history.csv"
        reloadDocument
        download
        variant="quiet"
        icon={Download}
        title="Every trade of yours with its fee, of all pairs and keys"
        className={styles.csv}
      >
        All trades as CSV
      </ButtonLink>
    </div>
  );
}
