import { useQuery } from '@tanstack/react-query';
import { Copy, ExternalLink, Link2, Link2Off, Send } from 'lucide-react';
import { useState } from 'react';
import type { ResponseOf } from '#contracts/endpoint.ts';
import type { linkTelegram, TelegramLink } from '#contracts/telegram.ts';
import { formatClock } from '../../../lib/format-time.ts';
import { AsOf } from '../../../ui/as-of.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState, sentenceOf } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast.ts';
import { useTest } from '../settings/settings.queries.ts';
import { telegramLink, useLinkTelegram, useUnlinkTelegram } from './telegram.queries.ts';
import styles from './telegram.module.css';

type Offer = ResponseOf<typeof linkTelegram>;

/** Polling interval while a link is open. */
const POLL_MS = 3_000;

function Steps({ offer }: { offer: Offer }) {
  const until = formatClock(offer.expiresAt);
  return (
    <div className={styles.steps}>
      <p>
        Open the bot and press <strong>Start</strong> there:
      </p>
      <a className={styles.open} href={offer.url} target="_blank" rel="noopener noreferrer">
        <Icon of={ExternalLink} size={18} />
        Open {offer.bot}
      </a>
      <img className={styles.code} src={offer.qr} alt="QR code of the same link" width="180" height="180" />
      <p>Or send this to {offer.bot} by hand:</p>
      <div className={styles.command}>
        <code>{offer.command}</code>
        <IconButton icon={Copy} label="Copy" onClick={() => void copyText(offer.command, 'the text')} />
      </div>
      <p className={styles.muted}>
        The link works once, until {until}. Anyone who uses it gets your alerts: do not share it.
      </p>
    </div>
  );
}

function LinkDialog({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const { data: link } = useQuery({ ...telegramLink, refetchInterval: POLL_MS });
  return (
    <Dialog
      open
      onClose={onClose}
      title={link?.linked ? 'Telegram is linked' : 'Link Telegram'}
      footer={
        <Button variant={link?.linked ? 'primary' : 'quiet'} onClick={onClose}>
          {link?.linked ? 'Done' : 'Close'}
        </Button>
      }
    >
      {link?.linked ? (
        <output>Alerts with Send to Telegram reach {link.account ?? 'your chat'} from now on.</output>
      ) : (
        <Steps offer={offer} />
      )}
    </Dialog>
  );
}

function Unlinked({ blockedAt, onOffer }: { blockedAt: number | null; onOffer: (offer: Offer) => void }) {
  const linking = useLinkTelegram();
  const link = () => linking.mutate(undefined, { onSuccess: onOffer });
  return (
    <>
      {blockedAt === null ? (
        <p>Link Telegram to get the alerts that you choose there too.</p>
      ) : (
        <p role="alert" className={styles.warning}>
          Unlinked <Time at={blockedAt} />: Telegram says that you blocked the bot or deleted its chat. Unblock it
          there, then link it again.
        </p>
      )}
      <div className={styles.actions}>
        <Button icon={Link2} busy={linking.isPending} onClick={link}>
          Link Telegram
        </Button>
        {linking.isError ? <p role="alert">{sentenceOf(linking.error)}</p> : null}
      </div>
    </>
  );
}

function Linked({ account }: { account: string | null }) {
  const unlinking = useUnlinkTelegram();
  const testing = useTest('Telegram');
  const unlink = () =>
    unlinking.mutate(undefined, {
      onSuccess: () => toast.success('Telegram unlinked'),
      onError: (error) => toast.error(sentenceOf(error)),
    });
  return (
    <>
      <p>
        Linked with {account ? <strong>{account}</strong> : 'your chat'}. Alerts with Send to Telegram reach you there.
      </p>
      <div className={styles.actions}>
        <Button
          variant="quiet"
          icon={Send}
          busy={testing.isPending}
          onClick={() => testing.mutate({ channel: 'telegram' })}
        >
          Send a test
        </Button>
        <Button variant="quiet" icon={Link2Off} busy={unlinking.isPending} onClick={unlink}>
          Unlink
        </Button>
      </div>
    </>
  );
}

function State({ link, onOffer }: { link: TelegramLink; onOffer: (offer: Offer) => void }) {
  if (link.linked) return <Linked account={link.account} />;
  if (link.configured) return <Unlinked blockedAt={link.blockedAt} onOffer={onOffer} />;
  return <p className={styles.muted}>This site has no Telegram bot. Its operator can set one up.</p>;
}

export function TelegramSection() {
  const query = useQuery(telegramLink);
  const { data: link, error, refetch, isFetching } = query;
  const [offer, setOffer] = useState<Offer | null>(null);
  return (
    <Card title="Telegram">
      {link ? <State link={link} onOffer={setOffer} /> : null}
      {offer ? <LinkDialog offer={offer} onClose={() => setOffer(null)} /> : null}
      {link && error ? <AsOf of={query}>{sentenceOf(error)}</AsOf> : null}
      {!link && error ? <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} /> : null}
      {!link && !error ? <Skeleton lines={2} label="Loading" /> : null}
    </Card>
  );
}
