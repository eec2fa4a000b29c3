import { KeyRound, Play } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useKeysOffline } from '../keys-offline.ts';
import { usePaperKey } from '../keys.mutations.ts';
import styles from './keys.module.css';

interface Props {
  /** The site is in paper mode. */
  paper: boolean;
  title: string;
  onPaperKey: () => void;
  onConnect: () => void;
}

/** Shown where a key is needed and there is none. */
export function FirstRun({ paper, title, onPaperKey, onConnect }: Props) {
  const making = usePaperKey(onPaperKey);
  const offline = useKeysOffline();
  return (
    <Card title={title} className={styles.first}>
      <p>
        {paper
          ? 'Trade with a funded paper account: 10,000 USDT, 10,000 XRP, 1 BTC, 10 ETH and 10 BNB. Prices move, orders fill, fees are counted. No real money.'
          : 'Connect your exchange by an API key that may read and trade spot. It must not be able to withdraw.'}
      </p>
      <div className={styles.actions}>
        {paper ? (
          <Button icon={Play} disabled={offline} busy={making.isPending} onClick={() => making.mutate(undefined)}>
            Trade on paper now
          </Button>
        ) : null}
        <Button variant={paper ? 'quiet' : 'primary'} icon={KeyRound} disabled={offline} onClick={onConnect}>
          Add API
        </Button>
      </div>
    </Card>
  );
}
