import { useQuery } from '@tanstack/react-query';
import { Bot as BotIcon } from 'lucide-react';
import { type ComponentProps, lazy, type ReactNode, type Ref, Suspense, useState } from 'react';
import type { Bot } from '#contracts/bots.ts';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../ui/states.tsx';
import styles from './bots-screen.module.css';
import { botList } from './bots.queries.ts';
import { BotCards } from './cards/bot-cards.tsx';
import { inState, STATE_FILTERS, type StateFilter } from './cards/bot-state.ts';
import { Needing } from './cards/needing.tsx';
import type { CreateDialog as Create } from './create/create-dialog.tsx';
import type { MainKey } from './main-key.ts';
import { StopAll } from './stop/stop-all.tsx';
import { type OfferedType, Templates } from './templates/templates.tsx';
import { useLostFocus } from '../../ui/use-lost-focus.ts';

const CreateDialog = lazy(async () => ({ default: (await import('./create/create-dialog.tsx')).CreateDialog }));
const BasketDialog = lazy(async () => ({ default: (await import('./basket/basket-dialog.tsx')).BasketDialog }));
const DetailDialog = lazy(async () => ({ default: (await import('./detail-dialog.tsx')).DetailDialog }));
const OpenShared = lazy(async () => ({ default: (await import('./open-shared.tsx')).OpenShared }));
const StartPaperGrid = lazy(async () => ({ default: (await import('./first/start-paper-grid.tsx')).StartPaperGrid }));

export interface BotsProps {
  /** Main keys that are in use; undefined until they are known. */
  keys: readonly MainKey[] | undefined;
  /** How reading them went. */
  keysRead: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  PairField: ComponentProps<typeof Create>['PairField'];
  Past: ComponentProps<typeof Create>['Past'];
  offline: boolean;
  /** The bot whose detail is open. */
  shownId: string | null;
  onShow: (botId: string | null) => void;
  /** C-23: of the link that was opened. */
  sharedToken: string | null;
}

function AllBots({ bots, onDetail }: { bots: readonly Bot[]; onDetail: (botId: string) => void }) {
  const [filter, setFilter] = useState<StateFilter>('all');
  const chosen = (
    <Select
      label="State"
      labelHidden
      options={STATE_FILTERS}
      value={filter}
      onChange={(event) => setFilter(STATE_FILTERS.find(({ value }) => value === event.target.value)?.value ?? 'all')}
    />
  );
  return (
    <BotCards
      title="All bots"
      bots={inState(bots, filter)}
      actions={chosen}
      empty={<p className={styles.none}>No bot is in this state.</p>}
      onDetail={onDetail}
    />
  );
}

const doNothing = () => {};

const AddKey = ({ small = false }: { small?: boolean }) => (
  <ButtonLink to="/api" variant="quiet" small={small}>
    Add a key first
  </ButtonLink>
);

/** A grid on paper by one press, or a key where there is none to trade with. */
const FirstStep = ({
  keys,
  offline,
  onStarted,
}: Pick<BotsProps, 'keys' | 'offline'> & { onStarted: (id: string) => void }) =>
  keys && !offline ? (
    <div className={styles.first}>
      <Suspense>
        <StartPaperGrid hasKey={keys.length > 0} onStarted={onStarted} />
      </Suspense>
      {keys.length === 0 ? <AddKey /> : null}
    </div>
  ) : null;

interface ListProps extends BotsProps {
  bots: readonly Bot[];
  onCreate: (type: OfferedType) => void;
  place: Ref<HTMLElement>;
}

/** Why no bot can be created; null where its keys are known. */
function KeysNote({ keys, keysRead: { error, isFetching, refetch } }: Pick<BotsProps, 'keys' | 'keysRead'>) {
  return !keys && error ? (
    <ErrorState
      title="Your keys could not be loaded"
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  ) : null;
}

function Lists({ bots, keys, keysRead, offline, onShow, onCreate, place }: ListProps) {
  const hasKey = keys !== undefined && keys.length > 0;
  const none: ReactNode =
    bots.length > 0 ? (
      <p className={styles.none}>None of your bots is active.</p>
    ) : (
      <Empty icon={BotIcon} title="No bots yet" action={<FirstStep {...{ keys, offline }} onStarted={onShow} />}>
        Choose a template below.
      </Empty>
    );
  return (
    <>
      <Needing bots={bots} onDetail={onShow} />
      <BotCards
        ref={place}
        title="Active bots"
        bots={bots.filter(({ active }) => active)}
        actions={<StopAll bots={bots} offline={offline} />}
        empty={none}
        onDetail={onShow}
      />
      <KeysNote {...{ keys, keysRead }} />
      <Templates
        open={bots.length === 0}
        disabled={offline || !hasKey}
        first={keys?.length === 0 && bots.length > 0 ? <AddKey small /> : null}
        onCreate={onCreate}
      />
      {bots.length > 0 ? <AllBots bots={bots} onDetail={onShow} /> : null}
    </>
  );
}

/** The screen before the bots are known. */
export const BotsSkeleton = () => (
  <div className={styles.skeleton} inert>
    <div className={styles.bots}>
      <Skeleton lines={2} label="Loading your bots" />
    </div>
    <Templates disabled open={false} first={null} onCreate={doNothing} />
  </div>
);

/** A person's bots, what can be made, and the detail of one. */
export function BotsScreen(props: BotsProps) {
  const { keys, PairField, Past, offline, shownId, onShow, sharedToken } = props;
  const query = useQuery(botList);
  const { error, isFetching, refetch } = query;
  const bots = useDeferredData(query.data);
  const [creating, setCreating] = useState<OfferedType | null>(null);
  const started = (botId: string) => {
    setCreating(null);
    onShow(botId);
  };
  const place = useLostFocus<HTMLElement>({ isOpen: creating !== null || shownId !== null });
  const dialogs = { keys: keys ?? [], PairField, Past, offline };
  return (
    <>
      <AsOf of={query} offline={offline} changes="bots cannot be changed" />
      {bots ? (
        <Lists {...props} bots={bots} onCreate={setCreating} place={place} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <BotsSkeleton />
      )}
      <Suspense>
        {creating === 'basket' ? (
          <BasketDialog {...dialogs} saved={null} onClose={() => setCreating(null)} onStarted={started} />
        ) : creating ? (
          <CreateDialog
            {...dialogs}
            type={creating}
            saved={null}
            onClose={() => setCreating(null)}
            onStarted={started}
          />
        ) : null}
        {sharedToken ? (
          <OpenShared
            {...dialogs}
            key={sharedToken}
            token={sharedToken}
            keys={keys}
            onClose={() => onShow(null)}
            onStarted={started}
          />
        ) : null}
        {shownId ? (
          <DetailDialog
            {...dialogs}
            key={shownId}
            botId={shownId}
            onShow={onShow}
            onStarted={onShow}
            onClose={() => onShow(null)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
