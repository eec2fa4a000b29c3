import { useState } from 'react';
import type { BotDetail } from '#contracts/bots.ts';
import { Button } from '../../../ui/button.tsx';
import { type SaveBot, useDeleteBot, useSaveBot } from '../bots.mutations.ts';
import { useStartBot } from '../runs.mutations.ts';
import styles from './create.module.css';
import { needsText } from './receipt-rows.ts';
import type { BotForm } from './use-bot-form.ts';

const savedOf = ({ draft, read }: BotForm, saved: BotDetail | null): SaveBot | null => {
  if (!('request' in read)) return null;
  const name = draft['name']?.trim() ?? '';
  return {
    botId: saved?.botId ?? null,
    create: { ...read.request, name },
    change: { ...read.terms, name },
  };
};

const warningsOf = ({ warnings }: BotForm): string =>
  Object.values(warnings)
    .map(({ text }) => text)
    .join(' ');

interface Of {
  /** The draft that is changed; null for a new bot. */
  saved: BotDetail | null;
  onClose: () => void;
  onStarted: (botId: string) => void;
}

/** What the buttons do. What is warned of starts on a second press. */
export function useActions({ saved, onClose, onStarted }: Of) {
  const saving = useSaveBot(onClose);
  const starting = useStartBot(({ botId }) => onStarted(botId));
  const [accepted, setAccepted] = useState('');
  return {
    save: (form: BotForm) => {
      const bot = savedOf(form, saved);
      if (bot) saving.mutate(bot);
    },
    start: (form: BotForm) => {
      const bot = savedOf(form, saved);
      const warnings = warningsOf(form);
      setAccepted(warnings);
      if (bot && (warnings === '' || warnings === accepted)) starting.mutate({ save: bot, warned: warnings !== '' });
    },
    isSecondPress: (form: BotForm) => accepted !== '' && warningsOf(form) === accepted,
    saving: saving.isPending,
    starting: starting.isPending,
  };
}

interface Props {
  form: BotForm;
  actions: ReturnType<typeof useActions>;
  saved: BotDetail | null;
  offline: boolean;
  onClose: () => void;
}

/** Nothing starts before the plan of exactly these fields is known and nothing refuses it. */
const canStart = ({ isFresh, preview, faults }: BotForm): boolean =>
  isFresh && Boolean(preview?.plan) && Object.keys(faults).length === 0;

const startText = ({ preview, pair }: BotForm, isSecondPress: boolean): string => {
  const start = isSecondPress ? 'Start anyway' : 'Start';
  return preview?.plan ? `${start} with ${needsText(preview.plan, pair)}` : start;
};

export function CreateButtons({ form, actions, saved, offline, onClose }: Props) {
  const deleting = useDeleteBot(onClose);
  const isReadable = !offline && Boolean(form.draft['name']?.trim()) && 'request' in form.read;
  return (
    <>
      {saved ? (
        <Button variant="quiet" busy={deleting.isPending} disabled={offline} onClick={() => deleting.mutate(saved)}>
          Delete
        </Button>
      ) : null}
      <Button variant="quiet" disabled={!form.changed} onClick={form.reset}>
        Reset changes
      </Button>
      <Button variant="quiet" busy={actions.saving} disabled={!isReadable} onClick={() => actions.save(form)}>
        Save
      </Button>
      <Button
        busy={actions.starting}
        disabled={!isReadable || !canStart(form)}
        className={styles.start}
        onClick={() => actions.start(form)}
      >
        {startText(form, actions.isSecondPress(form))}
      </Button>
    </>
  );
}
