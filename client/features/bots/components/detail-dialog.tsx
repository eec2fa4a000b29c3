import { type FormEvent, useId, useState } from 'react';
import type { Levels } from '#contracts/bots.ts';
import { DAY_MS, HOUR_MS } from '../../../lib/durations.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { InlineEdit } from '../../../ui/inline-edit.tsx';
import { draftOf, type LevelsFaults, readLevels } from '../levels-draft.ts';
import { ActiveChip, pairOf } from './bot-cards.tsx';
import type { Bot } from '../demo-bots.ts';
import styles from './bots.module.css';
import { LevelFields, RoundNote } from './level-fields.tsx';

const runTimeText = (ms: number) => `${Math.floor(ms / DAY_MS)} d ${Math.floor((ms % DAY_MS) / HOUR_MS)} h`;

interface Props {
  bot: Bot;
  levels: Levels;
  onClose: () => void;
  onSave: (bot: Bot) => void;
  onCopy: (name: string, levels: Levels) => void;
}

const Facts = ({ bot }: { bot: Bot }) => (
  <dl className={styles.facts}>
    <div>
      <dt>Market price</dt>
      <dd>
        <Amount value={bot.marketPrice} decimals={8} unit={bot.counterCurrency} />
      </dd>
    </div>
    <div>
      <dt>PNL</dt>
      <dd className={styles.pnl}>
        <Amount value={bot.pnl} decimals={2} unit="USDT" result />
        <Amount value={bot.pnlPercent} decimals={2} unit="%" result />
      </dd>
    </div>
    <div>
      <dt>Run time</dt>
      <dd>{runTimeText(bot.runTime)}</dd>
    </div>
    <div>
      <dt>People copied</dt>
      <dd>{bot.peopleCopied}</dd>
    </div>
  </dl>
);

export function DetailDialog({ bot, levels, onClose, onSave, onCopy }: Props) {
  const formId = useId();
  const [name, setName] = useState(bot.name);
  const [draft, setDraft] = useState(draftOf(levels));
  const [faults, setFaults] = useState<LevelsFaults>({});
  const reset = () => {
    setName(bot.name);
    setDraft(draftOf(levels));
    setFaults({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readLevels(draft);
    if ('levels' in read) onSave({ ...bot, name, levels: read.levels });
    else setFaults(read.faults);
  };
  const buttons = (
    <>
      <Button variant="quiet" onClick={() => onCopy(`${name}, copy`, levels)}>
        Copy
      </Button>
      <Button variant="quiet" onClick={reset}>
        Reset changes
      </Button>
      <Button type="submit" form={formId}>
        Save
      </Button>
    </>
  );
  return (
    <Dialog open onClose={onClose} title="Sell/Buy from levels" footer={buttons}>
      <div className={styles.top}>
        <InlineEdit
          label="Bot name"
          value={name}
          shown={<strong>{name}</strong>}
          maxLength={40}
          required
          onSave={setName}
        />
        <ActiveChip active={bot.active} />
      </div>
      <p className={styles.words}>{pairOf(bot)}, demo: nothing is sent to an exchange.</p>
      <Facts bot={bot} />
      <form id={formId} noValidate onSubmit={submit} className={styles.form}>
        <LevelFields
          draft={draft}
          faults={faults}
          investLabel="Invested"
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
        <RoundNote draft={draft} />
      </form>
    </Dialog>
  );
}
