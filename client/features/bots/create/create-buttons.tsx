import { useState } from 'react';
import type { BotDetail } from '#contracts/bots.ts';
import { Button } from '../../../ui/button.tsx';
import { type SaveBot, useDeleteBot, useSaveBot } from '../bots.mutations.ts';
import { useStartBot } from '../runs.mutations.ts';
import styles from './create.module.css';
import type { AnyRead, Notes } from './draft.ts';

/** A form as its buttons see it. */
export interface StartableForm {
  name: string;
  read: AnyRead;
  warnings: Notes;
  changed: boolean;
  reset: () => void;
  /** The plan of exactly these fields is known and nothing refuses it. */
  canStart: boolean;
  /** 'with 399.92 USDT'; '' while it is not known. */
  startText: string;
}

const savedOf = ({ name: typed, read }: StartableForm, { saved, link }: Pick<Of, 'saved' | 'link'>): SaveBot | null => {
  if (!('request' in read)) return null;
  const name = typed.trim();
  return {
    botId: saved?.botId ?? null,
    create: { ...read.request, name, ...(link !== undefined && { link }) },
    change: { ...read.terms, name },
  };
};

const warningsOf = ({ warnings }: StartableForm): string =>
  Object.values(warnings)
    .map(({ text }) => text)
    .join(' ');

interface Of {
  /** The draft that is changed; null for a new bot. */
  saved: BotDetail | null;
  /** The link that its settings came by. */
  link?: string | undefined;
  onClose: () => void;
  onStarted: (botId: string) => void;
}

/** What the buttons do. What is warned of starts on a second press. */
export function useActions({ saved, link, onClose, onStarted }: Of) {
  const saving = useSaveBot(onClose);
  const starting = useStartBot(({ botId }) => onStarted(botId));
  const [accepted, setAccepted] = useState('');
  return {
    save: (form: StartableForm) => {
      const bot = savedOf(form, { saved, link });
      if (bot) saving.mutate(bot);
    },
    start: (form: StartableForm) => {
      const bot = savedOf(form, { saved, link });
      const warnings = warningsOf(form);
      setAccepted(warnings);
      if (bot && (warnings === '' || warnings === accepted)) starting.mutate({ save: bot, warned: warnings !== '' });
    },
    isSecondPress: (form: StartableForm) => accepted !== '' && warningsOf(form) === accepted,
    saving: saving.isPending,
    starting: starting.isPending,
  };
}

interface Props {
  form: StartableForm;
  actions: ReturnType<typeof useActions>;
  saved: BotDetail | null;
  offline: boolean;
  onClose: () => void;
}

export function CreateButtons({ form, actions, saved, offline, onClose }: Props) {
  const deleting = useDeleteBot(onClose);
  const isReadable = !offline && Boolean(form.name.trim()) && 'request' in form.read;
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
        disabled={!isReadable || !form.canStart}
        className={styles.start}
        onClick={() => actions.start(form)}
      >
        {`${actions.isSecondPress(form) ? 'Start anyway' : 'Start'} ${form.startText}`.trim()}
      </Button>
    </>
  );
}
