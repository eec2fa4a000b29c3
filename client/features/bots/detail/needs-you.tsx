import type { BotDetail } from '#contracts/bots.ts';
import { Button } from '../../../ui/button.tsx';
import { endingChoices } from '../stop/endings.ts';
import { type AdoptChoice, useAdoptBot } from '../runs.mutations.ts';
import { type Decimals, levelText } from './decimals.ts';
import styles from './detail.module.css';

interface Props {
  bot: BotDetail;
  /** Of its pair; null where it has several, and no levels. */
  of: Decimals | null;
  offline: boolean;
  onStop: () => void;
}

/** What each press does, level by level. */
const asking = ({ runs }: BotDetail, of: Decimals | null): string[] =>
  of === null
    ? []
    : runs.flatMap(({ levels }) => levels.filter(({ asksOwner }) => asksOwner).map((level) => levelText(level, of)));

/** What stopping would come to, and what goes on. */
function inMoney(bot: BotDetail): string[] {
  const stops = bot.endings
    ? endingChoices(bot.endings, bot).map(({ label, text }) => `Stop now, ${label.toLowerCase()}: ${text}`)
    : [];
  return [...stops, 'Go on: its orders rest on, and nothing is traded now.'];
}

/** U-7: what happened, and two ways on. */
export function NeedsYou({ bot, of, offline, onStop }: Props) {
  const adopting = useAdoptBot(bot);
  const wanted = asking(bot, of);
  const button = (choice: AdoptChoice, text: string) => (
    <Button
      variant="quiet"
      small
      disabled={offline}
      busy={adopting.isPending && adopting.variables === choice}
      onClick={() => adopting.mutate(choice)}
    >
      {text}
    </Button>
  );
  return (
    <section className={styles.needs} aria-label="Needs you">
      <p>
        <strong>{bot.reason ?? 'This bot waits for your decision.'}</strong>
      </p>
      {wanted.length > 0 ? (
        <>
          <p className={styles.muted}>
            Put back: {wanted.join(', ')}. Left out, these levels do nothing more; their coins and money stay with the
            bot.
          </p>
          <div className={styles.buttons}>
            {button('put-back', 'Put back')}
            {button('leave-out', 'Leave out')}
          </div>
        </>
      ) : (
        <>
          {inMoney(bot).map((text) => (
            <p key={text} className={styles.muted}>
              {text}
            </p>
          ))}
          <div className={styles.buttons}>
            <Button variant="quiet" small disabled={offline} onClick={onStop}>
              Stop now
            </Button>
            {button('go-on', 'Go on')}
          </div>
        </>
      )}
    </section>
  );
}
