import type { BotDetail } from '#contracts/bots.ts';
import { useState } from 'react';
import { DialogActions, Dialog } from '../../../ui/dialog.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { usePauseBot } from '../runs.mutations.ts';

const restingOf = ({ runs }: BotDetail): number =>
  runs.reduce((sum, { levels }) => sum + levels.filter(({ resting }) => resting).length, 0);

/** C-8: asks one thing; no pause sells anything. */
export function PauseDialog({ bot, onClose }: { bot: BotDetail; onClose: () => void }) {
  const [orders, setOrders] = useState<'down' | 'leave'>('down');
  const pausing = usePauseBot(bot, onClose);
  const resting = restingOf(bot);
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <>
          Pause <bdi>{bot.name}</bdi>?
        </>
      }
      footer={
        <DialogActions onBack={onClose} busy={pausing.isPending} onClick={() => pausing.mutate(orders === 'down')}>
          Pause
        </DialogActions>
      }
    >
      <Segments
        label="Its orders"
        labelHidden
        wide
        options={[
          { value: 'down', label: `Take its ${resting} orders down` },
          { value: 'leave', label: 'Leave them in the book' },
        ]}
        value={orders}
        onChange={setOrders}
      />
      <p>
        {orders === 'down'
          ? 'Nothing rests until you resume it. Coins and money stay with the bot.'
          : 'They may fill; the next order of each level is placed when you resume it.'}
      </p>
    </Dialog>
  );
}
