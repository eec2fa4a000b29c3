import { useId, useState } from 'react';
import type { BotEnding } from '#contracts/bot-settings.ts';
import type { BotDetail } from '#contracts/bots.ts';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { basketEndings } from '../basket/basket-endings.ts';
import { useStopBot } from '../runs.mutations.ts';
import { type EndingChoice, endingChoices } from './endings.ts';
import styles from './stop-dialog.module.css';

interface RowProps {
  choice: EndingChoice;
  group: string;
  checked: boolean;
  onChoose: () => void;
}

const Row = ({ choice: { ending, label, text }, group, checked, onChoose }: RowProps) => (
  <label className={classes(styles.row, ending === 'sell' && styles.sells)}>
    <input type="radio" name={group} checked={checked} onChange={onChoose} />
    <span>
      <strong>{label}:</strong> {text}
    </span>
  </label>
);

/** C-9: what becomes of the coins is chosen; nothing is chosen beforehand. */
export function StopDialog({ bot, onClose }: { bot: BotDetail; onClose: () => void }) {
  const group = useId();
  const [ending, setEnding] = useState<BotEnding | null>(null);
  const stopping = useStopBot(bot, onClose);
  // Without a last price no amount can be named, and coins can only be kept.
  const choices = bot.endings
    ? bot.type === 'basket'
      ? basketEndings(bot.endings, bot)
      : endingChoices(bot.endings, bot)
    : [
        {
          ending: 'keep' as const,
          label: 'Keep coins',
          text: 'orders come down, and everything stays on your account.',
        },
      ];
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <>
          Stop <bdi>{bot.name}</bdi>?
        </>
      }
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={ending === 'sell' ? 'danger' : 'primary'}
            disabled={ending === null}
            busy={stopping.isPending}
            onClick={() => ending && stopping.mutate(ending)}
          >
            Stop
          </Button>
        </>
      }
    >
      <p>Its orders come down first. What is done by then is part of its result.</p>
      <div role="radiogroup" aria-label="What becomes of the coins" className={styles.rows}>
        {choices.map((choice) => (
          <Row
            key={choice.ending}
            choice={choice}
            group={group}
            checked={choice.ending === ending}
            onChoose={() => setEnding(choice.ending)}
          />
        ))}
      </div>
    </Dialog>
  );
}
