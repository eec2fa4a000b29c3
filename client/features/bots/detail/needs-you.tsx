import type { BotDetail } from '#contracts/bots.ts';
import { Button } from '../../../ui/button.tsx';
import { choicesOf } from '../stop/all-endings.ts';
import { type AdoptChoice, useAdoptBot } from '../runs.mutations.ts';
import { type Decimals, levelText } from '../decimals.ts';
import styles from './detail.module.css';
import { goOnText } from './missing-text.ts';

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
  const stops = bot.endings ? choicesOf(bot).map(({ label, text }) => `Stop now, ${label.toLowerCase()}: ${text}`) : [];
  return [...stops, goOnText(bot)];
}

interface ChoiceProps extends Pick<Props, 'bot' | 'offline'> {
  choice: AdoptChoice;
  children: string;
}

function Choice({ bot, offline, choice, children }: ChoiceProps) {
  const adopting = useAdoptBot(bot);
  return (
    <Button variant="quiet" small disabled={offline} busy={adopting.isPending} onClick={() => adopting.mutate(choice)}>
      {children}
    </Button>
  );
}

/** C-18: orders that were canceled on the exchange. */
function Canceled({ bot, wanted, offline }: Pick<Props, 'bot' | 'offline'> & { wanted: readonly string[] }) {
  return (
    <>
      <p className={styles.muted}>
        Put back: {wanted.join(', ')}. Left out, these levels do nothing more; their coins and money stay with the bot.
      </p>
      <div className={styles.buttons}>
        <Choice bot={bot} offline={offline} choice="put-back">
          Put it back
        </Choice>
        <Choice bot={bot} offline={offline} choice="leave-out">
          Leave it out
        </Choice>
      </div>
    </>
  );
}

/** U-7: what happened, and two ways on. */
export function NeedsYou({ bot, of, offline, onStop }: Props) {
  const wanted = asking(bot, of);
  const isMissing = bot.runs.some(({ missing }) => missing !== null);
  const isStopped = bot.state === 'attention';
  return (
    <section className={styles.needs} aria-label="Needs you">
      <p>
        <strong>{bot.needs ?? 'This bot waits for your decision.'}</strong>
      </p>
      {wanted.length > 0 ? <Canceled bot={bot} wanted={wanted} offline={offline} /> : null}
      {isStopped && (isMissing || wanted.length === 0) ? (
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
            <Choice bot={bot} offline={offline} choice="go-on">
              {isMissing ? 'Go on with what is left' : 'Go on'}
            </Choice>
          </div>
        </>
      ) : null}
    </section>
  );
}
