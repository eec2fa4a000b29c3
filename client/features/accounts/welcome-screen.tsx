import { addKey, createPaperKey } from '#contracts/keys.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Sparkles } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../lib/call.ts';
import { siteQuery } from '../../lib/site.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.ts';
import { userQuery } from './session.ts';
import styles from './welcome-screen.module.css';

const FIRST_ORDER = '/markets/spot/list?market=binance&symbolName=xrp_usdt&counterEarning=true&section=buy';

async function openPaperAccount(): Promise<boolean> {
  const { key, secret } = await call(createPaperKey);
  const { error } = await call(addKey, { json: { market: 'binance', name: 'Paper', key, secret } });
  if (error !== null) toast.warning(error);
  return error === null;
}

function PaperChoice() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const opening = useMutation({
    mutationFn: openPaperAccount,
    onSuccess: async (opened) => {
      if (!opened) return;
      void client.invalidateQueries();
      await navigate(FIRST_ORDER);
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <Card className={styles.choice}>
      <Icon of={Sparkles} size={28} className={styles.icon} />
      <h2>Practise first</h2>
      <p>
        A funded paper account with 10,000 USDT, 10,000 XRP, 1 BTC, 10 ETH and 10 BNB. Prices move, orders fill, fees
        are counted. No real money.
      </p>
      <Button wide busy={opening.isPending} onClick={() => opening.mutate()}>
        Trade on paper now
      </Button>
    </Card>
  );
}

export function WelcomeScreen() {
  useTitle('Welcome');
  const { data: user } = useQuery(userQuery);
  const { data: site } = useQuery(siteQuery);
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <h1>Welcome{user ? `, ${user.username}` : ''}</h1>
        <p>How do you want to begin? You can do the other later.</p>
      </header>
      <div className={styles.choices}>
        {site?.exchangeMode === 'live' ? null : <PaperChoice />}
        <Card className={styles.choice}>
          <Icon of={KeyRound} size={28} className={styles.icon} />
          <h2>Bring your own account</h2>
          <p>
            Add an API key that may read and trade spot. It must not be able to withdraw: such a key is refused. Its
            secret is sealed and never shown again.
          </p>
          <ButtonLink to="/api" variant="quiet" wide>
            Connect an exchange
          </ButtonLink>
        </Card>
      </div>
    </div>
  );
}
