import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BACKTEST_INTERVALS } from '#contracts/rules/backtest-limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { sentenceOf } from '../../../ui/states.tsx';
import { useStartBacktest } from '../backtests.mutations.ts';
import { dataFiles } from '../backtests.queries.ts';
import { Files } from '../files/files.tsx';
import { pastOf, symbolsOf } from './bot-pairs.ts';
import styles from './run.module.css';
import { coveredBy, firstRun, intervalOf, readRun, type RunBot, type RunDraft } from './run-request.ts';
import { SearchFields } from './search-fields.tsx';

const INTERVALS = BACKTEST_INTERVALS.map((value) => ({ value, label: value }));

interface Props {
  bot: RunBot;
  onClose: () => void;
  onStarted: (backtestId: string) => void;
}

interface FieldsProps {
  bot: RunBot;
  draft: RunDraft;
  faults: Readonly<Record<string, string>>;
  set: (change: Partial<RunDraft>) => void;
}

function Times({ bot, draft, faults, set }: FieldsProps) {
  return (
    <div className={styles.fields}>
      <Field
        label="From (UTC)"
        type="date"
        value={draft.from}
        error={faults['from']}
        onChange={({ target }) => set({ from: target.value, timeTyped: true })}
      />
      <Field
        label="To (UTC)"
        type="date"
        value={draft.to}
        error={faults['to']}
        onChange={({ target }) => set({ to: target.value, timeTyped: true })}
      />
      <Select
        label="Bars"
        options={INTERVALS}
        value={draft.interval}
        error={faults['interval']}
        hint="Shorter bars leave less open."
        onChange={({ target }) => set({ interval: intervalOf(target.value) })}
      />
      <Field
        label="Fee of a trade"
        decimal
        trailing="%"
        placeholder="what you pay"
        value={draft.fees}
        error={faults['fees']}
        onChange={({ target }) => set({ fees: target.value })}
      />
      <Field
        label={bot.type === 'basket' ? 'Orders are worse by' : 'Market orders are worse by'}
        decimal
        trailing="%"
        placeholder="0.05"
        value={draft.slippage}
        error={faults['slippage']}
        onChange={({ target }) => set({ slippage: target.value })}
      />
    </div>
  );
}

/** Files of its pairs alone fit. */
function OwnFiles({ bot, draft, set }: FieldsProps) {
  const { data: files = [] } = useQuery(dataFiles);
  const symbols = symbolsOf(bot);
  const fitting = files.filter(({ symbol }) => symbols.includes(symbol));
  const choose = (data: readonly string[]) =>
    set({
      data,
      ...coveredBy(
        draft,
        fitting.filter(({ fileId }) => data.includes(fileId)),
      ),
    });
  const isAll = fitting.every(({ fileId }) => draft.data.includes(fileId));
  return (
    <fieldset className={styles.files}>
      <legend>Prices</legend>
      <p className={styles.small}>
        {draft.data.length === 0
          ? 'Those of the exchange, unless you choose files of your own.'
          : 'Your own files alone. Trades, and shorter bars, tell what happened inside longer ones.'}
      </p>
      {fitting.length > 1 ? (
        <Checkbox
          label={`All ${fitting.length} files`}
          checked={isAll}
          onChange={({ target }) => choose(target.checked ? fitting.map(({ fileId }) => fileId) : [])}
        />
      ) : null}
      {fitting.map(({ fileId, name }) => (
        <Checkbox
          key={fileId}
          label={name}
          checked={draft.data.includes(fileId)}
          onChange={({ target }) =>
            choose(target.checked ? [...draft.data, fileId] : draft.data.filter((id) => id !== fileId))
          }
        />
      ))}
      <Files />
    </fieldset>
  );
}

/** the time and the terms of a run over the past. */
export function RunDialog({ bot, onClose, onStarted }: Props) {
  const [draft, setDraft] = useState(() => firstRun(Date.now()));
  const set = (change: Partial<RunDraft>) => setDraft((before) => ({ ...before, ...change }));
  const starting = useStartBacktest();
  const read = readRun(bot, draft);
  const faults = 'faults' in read ? read.faults : {};
  const refused = starting.error ? sentenceOf(starting.error) : (starting.data?.error ?? null);
  const start = () => {
    if (!('request' in read)) return;
    starting.mutate(read.request, {
      onSuccess: ({ backtestId }) => {
        if (backtestId !== null) onStarted(backtestId);
      },
    });
  };
  const fields = { bot, draft, faults, set };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Run over the past of ${pastOf(bot)}`}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={starting.isPending} disabled={'faults' in read} onClick={start}>
            {draft.search.length > 0 ? 'Search' : 'Run'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Times {...fields} />
        {bot.type === 'basket' ? null : (
          <Checkbox
            label="Limit orders fill when the price only touches them"
            checked={draft.touch}
            onChange={({ target }) => set({ touch: target.checked })}
          />
        )}
        <OwnFiles {...fields} />
        <SearchFields bot={bot} search={draft.search} fault={faults['search']} onChange={(search) => set({ search })} />
        {refused === null ? null : (
          <p role="alert" className={styles.fault}>
            {refused}
          </p>
        )}
      </div>
    </Dialog>
  );
}
