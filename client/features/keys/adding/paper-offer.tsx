import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { siteQuery } from '../../../lib/site.ts';
import { Button } from '../../../ui/button.tsx';
import styles from '../components/keys.module.css';
import { useKeysOffline } from '../keys-offline.ts';
import { usePaperKey } from '../keys.mutations.ts';

interface Props {
  /** Main key of the new copy key; without one, a main key is added. */
  main?: { mainUid: string; groupName: string };
  onDone: () => void;
}

/** In paper mode: adds a funded key in one press, and warns against entering a real one. */
export function PaperOffer({ main, onDone }: Props) {
  const { data: site } = useQuery(siteQuery);
  const offline = useKeysOffline();
  const making = usePaperKey(onDone, main);
  if (site?.exchangeMode !== 'paper') return null;
  return (
    <>
      <div className={styles.offer}>
        <p>A new paper account with 10,000 USDT, 10,000 XRP, 1 BTC, 10 ETH and 10 BNB. No real money.</p>
        <Button wide icon={Play} disabled={offline} busy={making.isPending} onClick={() => making.mutate(undefined)}>
          {main ? 'Add a paper copy key' : 'Add a paper key'}
        </Button>
      </div>
      <p className={styles.muted}>
        Or enter a key of a paper account that you already have here. Never enter a key or secret of a real exchange:
        this site trades on paper only.{' '}
        <a href="/faq#live-mode" target="_blank" rel="noopener">
          How to trade with real money
        </a>
      </p>
    </>
  );
}
