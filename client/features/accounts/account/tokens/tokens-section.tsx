import { isolated } from '#contracts/rules/isolated.ts';
import type { ApiToken } from '#contracts/tokens.ts';
import { useQuery } from '@tanstack/react-query';
import { KeySquare, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../../../lib/use-now.ts';
import { formatMoment } from '../../../../lib/format-time.ts';
import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Chip } from '../../../../ui/chip.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { Time } from '../../../../ui/time.tsx';
import { useKeptFocus } from '../../../../ui/use-kept-focus.ts';
import { ConfirmActionDialog } from '../confirm-action-dialog.tsx';
import sessionStyles from '../../entries.module.css';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { scopesText } from './scopes.ts';
import { TokenUsesDialog } from './token-uses-dialog.tsx';
import { tokensQuery, useRemoveToken } from './tokens.queries.ts';
import records from '../../../../ui/records.module.css';
import styles from './tokens.module.css';

function Facts({ token: { scopes, expiresAt, lastUsedAt, lastAddress } }: { token: ApiToken }) {
  const now = useNow(60_000);
  return (
    <p className={sessionStyles.facts}>
      <span>{scopesText(scopes)}</span>
      <span>
        {lastUsedAt === null ? (
          'not used yet'
        ) : (
          <>
            last used <Time at={lastUsedAt} /> from {lastAddress}
          </>
        )}
      </span>
      {expiresAt === null ? null : (
        <span>
          ends <time dateTime={new Date(expiresAt).toISOString()}>{formatMoment(expiresAt, now)}</time>
        </span>
      )}
    </p>
  );
}

function Removal({ token, open, onClose }: { token: ApiToken; open: boolean; onClose: () => void }) {
  const removing = useRemoveToken();
  const close = () => {
    removing.reset();
    onClose();
  };
  return (
    <ConfirmActionDialog
      open={open}
      onClose={close}
      title={
        <>
          Remove <bdi>{token.name}</bdi>?
        </>
      }
      act="Remove"
      danger
      busy={removing.isPending}
      error={removing.error}
      onAct={() => removing.mutate(token, { onSuccess: close })}
    >
      <p>The program that uses it is refused from then on. What it has ordered stays.</p>
    </ConfirmActionDialog>
  );
}

function Row({ token }: { token: ApiToken }) {
  const [shown, setShown] = useState<'uses' | 'removal' | null>(null);
  const { name, expiresAt } = token;
  const close = () => setShown(null);
  const now = useNow(60_000);
  return (
    <li className={sessionStyles.row}>
      <Icon of={KeySquare} size={24} className={sessionStyles.icon} />
      <div className={sessionStyles.what}>
        <p className={sessionStyles.device}>
          <bdi>{name}</bdi> {expiresAt !== null && expiresAt <= now ? <Chip kind="offline">Expired</Chip> : null}
        </p>
        <Facts token={token} />
      </div>
      <div className={styles.buttons}>
        <Button variant="quiet" small aria-label={`Calls of ${isolated(name)}`} onClick={() => setShown('uses')}>
          Calls
        </Button>
        <Button variant="quiet" small aria-label={`Remove ${isolated(name)}`} onClick={() => setShown('removal')}>
          Remove
        </Button>
      </div>
      <TokenUsesDialog token={token} open={shown === 'uses'} onClose={close} />
      <Removal token={token} open={shown === 'removal'} onClose={close} />
    </li>
  );
}

function List({ tokens }: { tokens: readonly ApiToken[] }) {
  const [making, setMaking] = useState(false);
  const kept = useKeptFocus<HTMLDivElement>();
  return (
    <div {...kept} className={records.stack}>
      {tokens.length > 0 ? (
        <ul className={sessionStyles.list}>
          {tokens.map((token) => (
            <Row key={token.tokenId} token={token} />
          ))}
        </ul>
      ) : (
        <p className={sessionStyles.alone}>
          A program of your own can read, set alerts or trade with a token in the place of your password.
        </p>
      )}
      <div className={records.buttons}>
        <Button variant="quiet" icon={Plus} onClick={() => setMaking(true)}>
          Make a token
        </Button>
        <ButtonLink variant="quiet" to="/developers">
          What programs can call
        </ButtonLink>
      </div>
      <NewTokenDialog open={making} onClose={() => setMaking(false)} />
    </div>
  );
}

/** Keys to this site for one's own programs. */
export function TokensSection() {
  const { data: tokens, error, refetch, isFetching } = useQuery(tokensQuery);
  return (
    <Card title="API tokens">
      {tokens ? (
        <List tokens={tokens} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton lines={1} height="56px" label="Loading your tokens" />
      )}
    </Card>
  );
}
