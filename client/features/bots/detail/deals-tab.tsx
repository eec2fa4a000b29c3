import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { BotDeal } from '#contracts/bot-record.ts';
import { seenDecimals } from '#contracts/rules/amount-decimals.ts';
import { formatAmount } from '../../../lib/format-amount.ts';
import { classes } from '../../../ui/classes.ts';
import type { BotKind } from '../create/receipt-rows.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Time } from '../../../ui/time.tsx';
import { type Decimals, digits } from '../decimals.ts';
import { botDeals } from './detail.queries.ts';
import styles from './detail.module.css';
import { Paged } from './paged.tsx';

/** PB-1: of a deal its entry and its additions are numbered, from 0. */
function partText({ level, side }: BotDeal, kind: BotKind): string {
  if (kind === 'rounds') return level === 0 ? 'start or stop' : `level ${level}`;
  if (side === 'sell') return 'exit';
  if (kind === 'units') return `unit ${level + 1}`;
  if (kind === 'signals') return 'entry';
  return level === 0 ? 'first order' : `addition ${level}`;
}

interface RowProps {
  deal: BotDeal;
  kind: BotKind;
  /** Of its pair; null where its deals are of several. */
  of: Decimals | null;
  /** More than one key trades. */
  withKey: boolean;
}

function Deal({ deal, kind, of, withKey }: RowProps) {
  const { side, price, quantity, counterQuantity, fees, tradedAt, connectorName } = deal;
  return (
    <li className={styles.row}>
      <span className={classes(styles.what, styles[side])}>
        {side === 'buy' ? 'Bought' : 'Sold'} {formatAmount(quantity, of?.base ?? digits(quantity))}{' '}
        {of ? '' : `${deal.asset} `}at {formatAmount(price, of?.price ?? digits(price))}
      </span>
      <span className={styles.end}>{formatAmount(counterQuantity, seenDecimals(counterQuantity, 2))}</span>
      <span className={styles.muted}>
        {of ? `${partText(deal, kind)} · ` : ''}
        <Time at={tradedAt} />
        {withKey ? (
          <>
            {' '}
            · <bdi>{connectorName}</bdi>
          </>
        ) : null}
      </span>
      <span className={classes(styles.muted, styles.end)}>
        {fees.map(({ asset, amount }) => `fee ${formatAmount(amount, seenDecimals(amount, 2))} ${asset}`).join(', ')}
      </span>
    </li>
  );
}

interface Props {
  botId: string;
  kind: BotKind;
  of: Decimals | null;
  withKey: boolean;
  offline: boolean;
}

/** Everything that it bought and sold, page by page and as a file. */
export function DealsTab({ botId, kind, of, withKey, offline }: Props) {
  const [page, setPage] = useState(0);
  const query = useQuery(botDeals(botId, page));
  return (
    <div className={styles.tab}>
      <Paged query={query} page={page} offline={offline} empty="Nothing was traded yet." onPage={setPage}>
        {(deals) => (
          <ul className={styles.list}>
            {deals.map((deal) => (
              <Deal key={deal.dealId} deal={deal} kind={kind} of={of} withKey={withKey} />
            ))}
          </ul>
        )}
      </Paged>
      {offline ? null : (
        <ButtonLink to={`/api/bots/${botId}/deals.csv`} reloadDocument download variant="quiet" small icon={Download}>
          Deals as CSV
        </ButtonLink>
      )}
    </div>
  );
}
