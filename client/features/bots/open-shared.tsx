import { useQuery } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { SharedBot } from '#contracts/bot-links.ts';
import { CallError } from '../../lib/call.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../ui/states.tsx';
import { BasketDialog } from './basket/basket-dialog.tsx';
import { CreateDialog } from './create/create-dialog.tsx';
import type { MainKey } from './main-key.ts';
import { sharedBot } from './share/share.queries.ts';
import { SharedNote } from './share/shared-note.tsx';

interface Props extends Omit<ComponentProps<typeof CreateDialog>, 'type' | 'saved' | 'shared' | 'keys'> {
  token: string;
  /** Undefined until they are known. */
  keys: readonly MainKey[] | undefined;
}

/** The link was taken back: trying again is no use. */
const isGone = (error: Error): boolean => error instanceof CallError && error.status === 404;

interface WaitingProps extends Pick<Props, 'offline' | 'onClose'> {
  error: Error | null;
  onRetry: () => void;
  retrying: boolean;
}

function Waiting({ error, offline, onRetry, retrying, onClose }: WaitingProps): ReactNode {
  if (error && isGone(error))
    return (
      <Empty title="Nothing is shared here" action={<Button onClick={onClose}>See the templates</Button>}>
        {error.message}
      </Empty>
    );
  if (error) return <ErrorState error={error} onRetry={onRetry} retrying={retrying} />;
  if (offline)
    return (
      <Empty icon={WifiOff} title="You are offline">
        The shared bot opens once you are connected again.
      </Empty>
    );
  return <Skeleton lines={8} height="44px" label="Loading the shared bot" />;
}

const NoKey = ({ shared }: { shared: SharedBot }) => (
  <>
    <SharedNote shared={shared} />
    <Empty title="A bot trades with a key" action={<ButtonLink to="/api">Add a key</ButtonLink>}>
      Add one, of the exchange or of the paper exchange, then open the link again.
    </Empty>
  </>
);

/** C-23: the settings that a link shares, as a draft of the one who opens it. */
export function OpenShared({ token, keys, ...dialog }: Props) {
  const { data: bot, error, refetch, isFetching } = useQuery(sharedBot(token));
  const { offline, onClose } = dialog;
  if (bot && keys && keys.length > 0) {
    const shared = { bot, token };
    return bot.plan.type === 'basket' ? (
      <BasketDialog {...dialog} keys={keys} saved={null} shared={shared} />
    ) : (
      <CreateDialog {...dialog} keys={keys} type={bot.plan.type} saved={null} shared={shared} />
    );
  }
  return (
    <Dialog open wide onClose={onClose} title="Shared bot">
      {bot && keys ? (
        <NoKey shared={bot} />
      ) : (
        <Waiting {...{ error, offline, onClose }} onRetry={() => void refetch()} retrying={isFetching} />
      )}
    </Dialog>
  );
}
