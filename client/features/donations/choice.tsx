import type { DonationCoin } from '#contracts/donations.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import styles from './donations.module.css';

interface Props {
  /** Empty until the catalog has loaded. */
  coins: readonly DonationCoin[];
  coin: DonationCoin | undefined;
  /** Name of the chosen coin, selectable before the catalog has loaded; empty if none. */
  chosen: string;
  /** Short name; empty if none is chosen. */
  network: string;
  onCoin: (coin: string) => void;
  onNetwork: (shortName: string) => void;
}

/** Spec 2: spelled as on its page. */
const POPULAR = ['BTC', 'XRP', 'Doge', 'ETH', 'BNB', 'USDT'];

const namesOf = (coins: readonly DonationCoin[]): string[] =>
  coins.length > 0 ? coins.map(({ coin }) => coin) : POPULAR.map((name) => name.toUpperCase());

export const Choice = ({ coins, coin, chosen, network, onCoin, onNetwork }: Props) => (
  <Card title="Choose how to send">
    <Select
      label="Coin"
      placeholder="Choose a coin"
      options={namesOf(coins).map((name) => ({ value: name, label: name }))}
      value={chosen}
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

interface PopularProps extends Pick<Props, 'coins' | 'chosen' | 'onCoin'> {}

export const PopularCoins = ({ coins, chosen, onCoin }: PopularProps) => (
  <Card title="Popular coins">
    <ul className={styles.coins}>
      {POPULAR.map((name) => {
        const coin = name.toUpperCase();
        return (
          <li key={name}>
            <button
              type="button"
              className={styles.coin}
              aria-pressed={chosen === coin}
              disabled={!namesOf(coins).includes(coin)}
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
