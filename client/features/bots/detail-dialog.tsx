import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { botDetail } from './bots.queries.ts';
import { BasketDialog } from './basket/basket-dialog.tsx';
import { CreateDialog } from './create/create-dialog.tsx';
import { RunDialog } from './run-dialog.tsx';

interface Props extends Omit<ComponentProps<typeof CreateDialog>, 'type' | 'saved'> {
  botId: string;
  /** Another bot is opened. */
  onShow: (botId: string) => void;
}

/** One bot: a draft in its fields, any other with its books. */
export function DetailDialog({ botId, onShow, ...dialog }: Props) {
  const { data: bot, error, refetch } = useQuery(botDetail(botId));
  if (bot?.state === 'draft')
    return bot.plan.type === 'basket' ? (
      <BasketDialog {...dialog} saved={bot} />
    ) : (
      <CreateDialog {...dialog} type={bot.plan.type} saved={bot} />
    );
  if (bot) return <RunDialog bot={bot} offline={dialog.offline} onShow={onShow} onClose={dialog.onClose} />;
  return (
    <Dialog open wide onClose={dialog.onClose} title="Bot">
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} height="44px" label="Loading the bot" />
      )}
    </Dialog>
  );
}
