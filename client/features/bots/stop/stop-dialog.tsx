import { useState } from 'react';
import type { BotEnding } from '#contracts/bot-stop.ts';
import type { BotDetail } from '#contracts/bots.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { useStopBot } from '../runs.mutations.ts';
import { choicesOf } from './all-endings.ts';
import { EndingRows } from './ending-rows.tsx';

interface Props {
  bot: BotDetail;
  offline: boolean;
  onClose: () => void;
}

/** C-9: what becomes of the coins is chosen; nothing is chosen beforehand. */
export function StopDialog({ bot, offline, onClose }: Props) {
  const [ending, setEnding] = useState<BotEnding | null>(null);
  const stopping = useStopBot(bot, onClose);
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
        <DialogActions
          onBack={onClose}
          variant={ending === 'sell' ? 'danger' : 'primary'}
          disabled={offline || ending === null}
          busy={stopping.isPending}
          onClick={() => ending && stopping.mutate(ending)}
        >
          Stop
        </DialogActions>
      }
    >
      <p>Its orders come down first. What is done by then is part of its result.</p>
      <EndingRows choices={choicesOf(bot)} chosen={ending} onChoose={setEnding} />
    </Dialog>
  );
}
