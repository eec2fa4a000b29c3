import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EndingBot } from '#contracts/bot-endings.ts';
import type { BotEnding } from '#contracts/bot-stop.ts';
import { counted } from '../../../lib/counted.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { allChoices, endingFor } from './all-endings.ts';
import { EndingRows } from './ending-rows.tsx';
import styles from './stop-dialog.module.css';
import { botEndings, type StopOutcomes, useStopAll } from './use-stop-all.ts';

function Plan({ bots, ending, onEnding }: PlanProps) {
  if (bots.length === 0) return <p>No bot is active.</p>;
  return (
    <>
      <p>Their orders come down first, on copy keys too. What is done by then is part of their results.</p>
      <EndingRows choices={allChoices(bots)} chosen={ending} onChoose={onEnding} />
      {ending ? (
        <ul className={styles.bots} aria-label="What becomes of each">
          {bots.map((bot) => {
            const { label, text } = endingFor(bot, ending);
            return (
              <li key={bot.botId}>
                <strong>
                  <bdi>{bot.name}</bdi>
                </strong>
                , {label.toLowerCase()}: {text}
              </li>
            );
          })}
        </ul>
      ) : null}
    </>
  );
}

interface PlanProps {
  bots: readonly EndingBot[];
  ending: BotEnding | null;
  onEnding: (ending: BotEnding) => void;
}

/** Which could not be stopped, and why. */
const Failures = ({ stopping, failed }: StopOutcomes) => (
  <>
    <output>
      {stopping} of {counted(stopping + failed.length, 'bot')} stop. Not stopped:
    </output>
    <ul className={styles.bots}>
      {failed.map(({ botId, name, error }) => (
        <li key={botId}>
          <strong>
            <bdi>{name}</bdi>:
          </strong>{' '}
          {error}
        </li>
      ))}
    </ul>
  </>
);

/** U-1: stops every active bot, with what becomes of each before the press; nothing is chosen beforehand. */
export function StopAllDialog({ offline, onClose }: { offline: boolean; onClose: () => void }) {
  const { data: bots, error, refetch, isFetching } = useQuery(botEndings);
  const [ending, setEnding] = useState<BotEnding | null>(null);
  const stopping = useStopAll(onClose);
  const outcomes = stopping.data;
  const count = bots?.length ?? 0;
  const act = (
    <DialogActions
      onBack={onClose}
      variant={ending === 'sell' ? 'danger' : 'primary'}
      busy={stopping.isPending}
      disabled={offline || ending === null || count === 0}
      onClick={() =>
        bots && ending && stopping.mutate(bots.map((bot) => ({ ...bot, coins: endingFor(bot, ending).ending })))
      }
    >
      {count === 0 ? 'Stop all' : `Stop ${counted(count, 'bot')}`}
    </DialogActions>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={count === 1 ? 'Stop your active bot?' : 'Stop all active bots?'}
      footer={outcomes ? <Button onClick={onClose}>Done</Button> : act}
    >
      {outcomes ? (
        <Failures {...outcomes} />
      ) : bots ? (
        <Plan bots={bots} ending={ending} onEnding={setEnding} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={3} height="64px" label="Loading what your bots hold" />
      )}
    </Dialog>
  );
}
