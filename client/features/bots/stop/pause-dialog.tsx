import type { BotDetail, BotType } from '#contracts/bots.ts';
import { isDealsType } from '#contracts/bot-settings.ts';
import { useState } from 'react';
import { DialogActions, Dialog } from '../../../ui/dialog.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { usePauseBot } from '../runs.mutations.ts';

/** Orders that a pause may take down: of a deal its additions, since what it holds stays protected. */
const restingOf = ({ runs, type }: BotDetail): number =>
  runs.reduce(
    (sum, { levels }) =>
      sum + levels.filter(({ resting, side }) => resting && !(isDealsType(type) && side === 'sell')).length,
    0,
  );

const LEFT = 'They may fill; the next order of each level is placed when you resume it.';
const LEFT_OF_DEAL = 'They may fill, and are protected like the rest. No new deal opens.';
const DOWN = 'Nothing rests until you resume it. Coins and money stay with the bot.';
const DOWN_OF_DEAL = 'What it holds keeps its exits. No new deal opens.';

interface Props {
  bot: BotDetail;
  offline: boolean;
  onClose: () => void;
}

/** C-8: asks one thing; no pause sells anything. */
export function PauseDialog({ bot, offline, onClose }: Props) {
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
        <DialogActions
          onBack={onClose}
          disabled={offline}
          busy={pausing.isPending}
          onClick={() => pausing.mutate(orders === 'down')}
        >
          Pause
        </DialogActions>
      }
    >
      {bot.type === 'basket' ? (
        <p>Nothing is bought or sold until you resume it, however far its parts drift. Coins and money stay with it.</p>
      ) : (
        <AboutOrders {...{ type: bot.type, resting, orders, onOrders: setOrders }} />
      )}
    </Dialog>
  );
}

interface OrdersProps {
  type: BotType;
  resting: number;
  orders: 'down' | 'leave';
  onOrders: (orders: 'down' | 'leave') => void;
}

/** What of a bot rests before it holds anything. */
function restingText(type: BotType, count: number): string {
  const one = !isDealsType(type) ? 'order' : type === 'averaging' ? 'addition' : 'entry';
  if (count === 1) return one;
  return `${count} ${one === 'entry' ? 'entries' : `${one}s`}`;
}

function AboutOrders({ type, resting, orders, onOrders }: OrdersProps) {
  const [down, left] = isDealsType(type) ? [DOWN_OF_DEAL, LEFT_OF_DEAL] : [DOWN, LEFT];
  return (
    <>
      <Segments
        label="Its orders"
        labelHidden
        wide
        options={[
          { value: 'down', label: `Take its ${restingText(type, resting)} down` },
          { value: 'leave', label: resting === 1 ? 'Leave it in the book' : 'Leave them in the book' },
        ]}
        value={orders}
        onChange={onOrders}
      />
      <p>{orders === 'down' ? down : left}</p>
    </>
  );
}
