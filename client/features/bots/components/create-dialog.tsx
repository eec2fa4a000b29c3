import { type FormEvent, useId, useState } from 'react';
import type { Levels, RoundOrder } from '#contracts/bots.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Select } from '../../../ui/select.tsx';
import { type Tab, Tabs } from '../../../ui/tabs.tsx';
import { emptyDraft, type LevelsDraft, type LevelsFaults, readLevels } from '../levels-draft.ts';
import styles from './bots.module.css';
import { LevelFields, RoundNote } from './level-fields.tsx';

const ORDERS: readonly Tab<RoundOrder>[] = [
  { value: 'buy-sell', label: 'Buy/Sell' },
  { value: 'sell-buy', label: 'Sell/Buy' },
];
const PAIRS = ['XRP/USDT', 'BTC/USDT', 'ETH/USDT'].map((pair) => ({ value: pair, label: pair }));

interface FormProps {
  draft: LevelsDraft;
  faults: LevelsFaults;
  set: (change: Partial<LevelsDraft>) => void;
}

const Terms = ({ draft, faults, set }: FormProps) => (
  <>
    <Segments
      label="Earn"
      options={[
        { value: 'counter', label: draft.counterCurrency },
        { value: 'base', label: draft.baseCurrency },
      ]}
      value={draft.counterEarning ? 'counter' : 'base'}
      onChange={(earn) => set({ counterEarning: earn === 'counter' })}
    />
    <Select
      label="Coin pair"
      options={PAIRS}
      value={`${draft.baseCurrency}/${draft.counterCurrency}`}
      onChange={(event) => {
        const [baseCurrency = '', counterCurrency = ''] = event.target.value.split('/');
        set({ baseCurrency, counterCurrency });
      }}
    />
    <LevelFields draft={draft} faults={faults} investLabel="Invest" onChange={set} />
    <Checkbox
      label="Repeat the circle after completion"
      checked={draft.repeat}
      onChange={(event) => set({ repeat: event.target.checked })}
    />
    <RoundNote draft={draft} />
  </>
);

interface Props {
  onClose: () => void;
  onSave: (levels: Levels) => void;
}

export function CreateDialog({ onClose, onSave }: Props) {
  const formId = useId();
  const [draft, setDraft] = useState(emptyDraft);
  const [faults, setFaults] = useState<LevelsFaults>({});
  const set = (change: Partial<LevelsDraft>) => {
    setDraft({ ...draft, ...change });
    setFaults({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readLevels(draft);
    if ('levels' in read) onSave(read.levels);
    else setFaults(read.faults);
  };
  const buttons = (
    <DialogActions back="Reset changes" onBack={() => set(emptyDraft)} type="submit" form={formId}>
      Save
    </DialogActions>
  );
  return (
    <Dialog open onClose={onClose} title="Create Sell/Buy from levels" footer={buttons}>
      <p className={styles.words}>Demo: the bot that you create here does not trade.</p>
      <form id={formId} noValidate onSubmit={submit}>
        <Tabs label="Order of a round" tabs={ORDERS} value={draft.order} onChange={(order) => set({ order })}>
          <div className={styles.form}>
            <Terms draft={draft} faults={faults} set={set} />
          </div>
        </Tabs>
      </form>
    </Dialog>
  );
}
