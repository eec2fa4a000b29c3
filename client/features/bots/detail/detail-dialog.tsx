import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { botDetail } from '../bots.queries.ts';
import { CreateDialog } from '../create/create-dialog.tsx';

interface Props extends Omit<ComponentProps<typeof CreateDialog>, 'type' | 'saved'> {
  botId: string;
}

/** One bot: a draft in its fields. */
export function DetailDialog({ botId, ...dialog }: Props) {
  const { data: bot, error, refetch } = useQuery(botDetail(botId));
  if (bot) return <CreateDialog {...dialog} type={bot.plan.type} saved={bot} />;
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
