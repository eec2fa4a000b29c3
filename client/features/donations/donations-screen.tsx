import { queryOptions, useQuery } from '@tanstack/react-query';
import { Heart, QrCode as Code } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Donations, getDonations } from '#contracts/donations.ts';
import { call } from '../../lib/call.ts';
import { useOnline } from '../../lib/use-online.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Empty, ErrorState } from '../../ui/states.tsx';
import { Choice, PopularCoins } from './choice.tsx';
import { CopiedText } from './copied-text.tsx';
import styles from './donations.module.css';
import { Payment } from './payment.tsx';

/** Refetched on every visit, because an outdated address loses money. */
const donationsQuery = queryOptions({
  queryKey: ['donations'],
  queryFn: ({ signal }) => call(getDonations, { signal }),
  staleTime: 0,
});

interface Props {
  /** A form for a message to the operator. */
  message: ReactNode;
}

const day = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString(undefined, { dateStyle: 'long', timeZone: 'UTC' });

const INTRO =
  'Tandem is free for everyone. What you send pays for its servers and its upkeep. Do not send anything to addresses ' +
  'found elsewhere under our name.';

/** Origin and date of the addresses, and whether they are up to date. */
function Origin({ donations: { example, updated } }: { donations: Donations }) {
  const online = useOnline();
  return (
    <>
      {example ? (
        <p className={styles.example} role="note">
          These are examples: nothing can be sent to them. The operator of this site has published no address yet.
        </p>
      ) : null}
      <p className={styles.muted}>
        Addresses of {day(updated)}. {example ? '' : 'Each was checked by its checksum when the site started. '}
        {online
          ? ''
          : 'You are offline: these are the last addresses that this device loaded. Check them online before you send.'}
      </p>
    </>
  );
}

function Thanks({ message }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={Heart} onClick={() => setOpen(true)}>
        Click after donate
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Thank you!">
        <p>Your help keeps Tandem free for everyone. If you like, leave the operator a message.</p>
        {message}
      </Dialog>
    </>
  );
}

function ExchangeUser({ user }: { user: NonNullable<Donations['exchangeUser']> }) {
  return (
    <Card title={`Inside ${user.exchange}`}>
      <p>From account to account on {user.exchange} there is no network fee: send to this user ID.</p>
      <CopiedText label={`${user.exchange} user ID:`} text={user.id} what="the user ID" />
    </Card>
  );
}

/** Rendered before the catalog has loaded; what it adds is placed below, so that nothing shifts. */
function Donation({ donations, message }: Props & { donations: Donations | undefined }) {
  const { coins, exchangeUser } = donations ?? { coins: [], exchangeUser: null };
  const [chosen, setChosen] = useState({ coin: '', network: '' });
  const coin = coins.find(({ coin: name }) => name === chosen.coin);
  const network = coin?.networks.find(({ shortName }) => shortName === chosen.network);
  const pick = (name: string) => setChosen({ coin: name, network: '' });
  return (
    <div className={styles.columns} aria-busy={!donations}>
      <p className={styles.intro}>{INTRO}</p>
      <div className={styles.column}>
        <Choice
          coins={coins}
          coin={coin}
          chosen={chosen.coin}
          network={network?.shortName ?? ''}
          onCoin={pick}
          onNetwork={(shortName) => setChosen({ coin: chosen.coin, network: shortName })}
        />
        <PopularCoins coins={coins} chosen={chosen.coin} onCoin={pick} />
      </div>
      <div className={styles.column}>
        {coin && network ? (
          <Payment coin={coin.coin} network={network} />
        ) : (
          <Card>
            <Empty icon={Code} title={chosen.coin ? 'Choose a network' : 'Choose a coin'}>
              The address and its QR code appear here.
            </Empty>
          </Card>
        )}
        {donations ? <Origin donations={donations} /> : null}
        {exchangeUser ? <ExchangeUser user={exchangeUser} /> : null}
        {donations ? <Thanks message={message} /> : null}
      </div>
    </div>
  );
}

export function DonationsScreen({ message }: Props) {
  const { data, error, refetch, isFetching } = useQuery(donationsQuery);
  const hydrated = useHydrated();
  if (!data && error && hydrated)
    return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  return <Donation donations={hydrated ? data : undefined} message={message} />;
}
