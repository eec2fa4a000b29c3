import { useQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { type ComponentProps, lazy, type Ref, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Hook } from '#contracts/hooks.ts';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Empty, ErrorState } from '../../ui/states.tsx';
import { HookCard } from './hook-card.tsx';
import type { HookDialog as FormDialog } from './hook-dialog.tsx';
import type { HookBot, HookKey } from './hook-fields.tsx';
import records from '../../ui/records.module.css';
import { useLostFocus } from '../../ui/use-lost-focus.ts';
import styles from './hooks.module.css';
import { hookList } from './hooks.queries.ts';

const HookDialog = lazy(async () => ({ default: (await import('./hook-dialog.tsx')).HookDialog }));
const AddressDialog = lazy(async () => ({ default: (await import('./address-dialog.tsx')).AddressDialog }));

interface Props {
  /** Main keys that are in use; undefined until they are known. */
  keys: readonly HookKey[] | undefined;
  /** How reading them went. */
  keysRead: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  bots: readonly HookBot[];
  PairField: ComponentProps<typeof FormDialog>['PairField'];
  BlockHistory: ComponentProps<typeof HookCard>['BlockHistory'];
  offline: boolean;
}

interface ListProps extends Pick<Props, 'keys' | 'keysRead' | 'offline' | 'BlockHistory'> {
  hooks: readonly Hook[];
  /** Takes the focus when the button that opened a dialog is gone. */
  place: Ref<HTMLDivElement>;
  onNew: () => void;
  onConnect: (hook: Hook) => void;
  onChange: (hook: Hook) => void;
}

/** The way to a new hook, or to what is missing for one. */
function Make({
  keys,
  keysRead: { error, isFetching, refetch },
  offline,
  onNew,
}: Omit<ListProps, 'hooks' | 'place' | 'BlockHistory'>) {
  if (keys && keys.length > 0)
    return (
      <Button disabled={offline} onClick={onNew}>
        New signal hook
      </Button>
    );
  if (keys) return <ButtonLink to="/api">Add a key first</ButtonLink>;
  return error ? (
    <ErrorState
      title="Your keys could not be loaded"
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  ) : null;
}

function List({ hooks, ...props }: ListProps) {
  const [linked] = useSearchParams();
  const { offline, onConnect, onChange, BlockHistory, place } = props;
  const make = <Make {...props} />;
  if (hooks.length === 0)
    return (
      <div ref={place} tabIndex={-1}>
        <Empty icon={Webhook} title="No signal hooks yet" action={make}>
          A new hook is a dry run until you have seen what it would do.
        </Empty>
      </div>
    );
  return (
    <div ref={place} tabIndex={-1} className={records.stack}>
      <div className={records.buttons}>{make}</div>
      <div className={styles.hooks}>
        {hooks.map((hook) => (
          <HookCard
            key={hook.hookId}
            {...{ hook, offline, onConnect, onChange, BlockHistory }}
            shown={linked.get('hook') === hook.hookId}
            signalId={linked.get('signal')}
          />
        ))}
      </div>
    </div>
  );
}

/** The hooks before they are known. */
export const HooksSkeleton = () => (
  <div className={styles.loading}>
    <Skeleton lines={2} label="Loading your signal hooks" />
  </div>
);

/** Addresses that take signals, each with its log. */
export function HooksScreen({ keys, keysRead, bots, PairField, BlockHistory, offline }: Props) {
  const query = useQuery(hookList);
  const { error, isFetching, refetch } = query;
  const hooks = useDeferredData(query.data);
  const [edited, setEdited] = useState<Hook | 'new' | null>(null);
  const [connecting, setConnecting] = useState<Hook | null>(null);
  const place = useLostFocus<HTMLDivElement>({ isOpen: edited !== null || connecting !== null });
  return (
    <>
      <AsOf of={query} offline={offline} changes="hooks cannot be changed" />
      {hooks ? (
        <List
          {...{ hooks, place, keys, keysRead, offline, BlockHistory }}
          onNew={() => setEdited('new')}
          onChange={setEdited}
          onConnect={setConnecting}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <HooksSkeleton />
      )}
      <Suspense>
        {edited !== null && keys ? (
          <HookDialog
            {...{ keys, bots, PairField, offline }}
            hook={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
            onCreated={(hook) => {
              setEdited(null);
              setConnecting(hook);
            }}
          />
        ) : null}
        {connecting ? <AddressDialog hook={connecting} offline={offline} onClose={() => setConnecting(null)} /> : null}
      </Suspense>
    </>
  );
}
