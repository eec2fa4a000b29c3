import { listKeys } from '#contracts/keys.ts';
import { addKey, createPaperKey } from '#contracts/key-edits.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Sparkles } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../lib/call.ts';
import { useExchangeMode } from '../../lib/site.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { userQuery } from './session.ts';
import styles from './welcome-screen.module.css';

const FIRST_ORDER = '/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true&section=buy';

const OPENING = ['open paper account'];

/** Idempotent: an existing account is used. */
async function openPaperAccount(): Promise<boolean> {
  const { apiKeyMarketGroups } = await call(listKeys);
  if (apiKeyMarketGroups.some(({ activeMainApiKeyGroup }) => activeMainApiKeyGroup !== null)) return true;
  const { key, secret } = await call(createPaperKey);
  const { error } = await call(addKey, { json: { market: 'binance', name: 'Paper', key, secret } });
  if (error !== null) toast.warning(error);
  return error === null;
}

function PaperChoice() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const opening = useMutation({
    mutationKey: OPENING,
    mutationFn: openPaperAccount,
    onSuccess: async (opened) => {
      if (!opened) return;
      void client.invalidateQueries();
      await navigate(FIRST_ORDER);
    },
    onError: (error) => toast.error(error.message),
  });
  const open = () => {
    // A second press may come before the busy state renders.
    if (client.isMutating({ mutationKey: OPENING }) === 0) opening.mutate();
  };
  return (
    <Card className={styles.choice}>
      <Icon of={Sparkles} size={28} className={styles.icon} />
      <h2>Practice first</h2>
      <p>
        A funded paper account with 10,000 USDT, 10,000 XRP, 1 BTC, 10 ETH and 10 BNB. Prices move, orders fill, fees
        are counted. No real money.
      </p>
      <Button wide busy={opening.isPending} onClick={open}>
        Trade on paper now
      </Button>
    </Card>
  );
}

const OWN_ACCOUNT = {
  paper: {
    title: 'Use another paper account',
    text: 'Optional: if you already have a paper account on this site, add its key. Never enter a real key here: real exchanges are connected on sites in live mode.',
    link: 'Add a paper key',
  },
  live: {
    title: 'Bring your own account',
    text: 'Add an API key that may read and trade spot. It must not be able to withdraw: such a key is refused. Its secret is encrypted and never shown again.',
    link: 'Connect an exchange',
  },
};

const HOW_TO_BEGIN = {
  paper: 'Paper trading works at once: no exchange account is needed.',
  live: 'Connect your exchange account to begin.',
};

function Choices({ mode }: { mode: 'paper' | 'live' }) {
  const { title, text, link } = OWN_ACCOUNT[mode];
  return (
    <div className={styles.choices}>
      {mode === 'paper' ? <PaperChoice /> : null}
      <Card className={styles.choice}>
        <Icon of={KeyRound} size={28} className={styles.icon} />
        <h2>{title}</h2>
        <p>{text}</p>
        <ButtonLink to="/api" variant="quiet" wide>
          {link}
        </ButtonLink>
      </Card>
    </div>
  );
}

export function WelcomeScreen() {
  useTitle('Welcome');
  const { data: user } = useQuery(userQuery);
  const mode = useExchangeMode();
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <h1>
          Welcome
          {user ? (
            <>
              , <bdi>{user.username}</bdi>
            </>
          ) : null}
        </h1>
        <p>{mode === null ? 'How do you want to begin?' : HOW_TO_BEGIN[mode]}</p>
      </header>
      {mode === null ? <Skeleton lines={4} /> : <Choices mode={mode} />}
    </div>
  );
}
