import type { DonationCoin } from '#contracts/donations.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './donations.module.css';

interface Props {
  coins: readonly DonationCoin[];
  coin: DonationCoin | undefined;
  /** A short name; empty while none is chosen. */
  network: string;
  onCoin: (coin: string) => void;
  onNetwork: (shortName: string) => void;
}

/** Spec 2: as its page writes them. */
const POPULAR = ['BTC', 'XRP', 'Doge', 'ETH', 'BNB', 'USDT'];

export const Choice = ({ coins, coin, network, onCoin, onNetwork }: Props) => (
  <Card title="Choose how to send">
    <Select
      label="Coin"
      placeholder="Choose a coin"
      disabled={coins.length === 0}
      options={coins.map(({ coin: name }) => ({ value: name, label: name }))}
      value={coin?.coin ?? ''}
      onChange={(event) => onCoin(event.target.value)}
    />
    <Select
      label="Network"
      placeholder={coin ? 'Choose a network' : 'Choose a coin first'}
      disabled={!coin}
      options={(coin?.networks ?? []).map(({ network: name, shortName }) => ({
        value: shortName,
        label: `${name} (${shortName})`,
      }))}
      value={network}
      onChange={(event) => onNetwork(event.target.value)}
    />
  </Card>
);

interface PopularProps extends Pick<Props, 'coins' | 'coin' | 'onCoin'> {}

export const PopularCoins = ({ coins, coin: chosen, onCoin }: PopularProps) => (
  <Card title="Popular coins">
    <ul className={styles.coins}>
      {POPULAR.map((name) => {
        const coin = name.toUpperCase();
        return (
          <li key={name}>
            <button
              type="button"
              className={styles.coin}
              aria-pressed={chosen?.coin === coin}
              disabled={coins.every(({ coin: known }) => known !== coin)}
              onClick={() => onCoin(coin)}
            >
              {name}
            </button>
          </li>
        );
      })}
    </ul>
  </Card>
);
