import { type BotType, BOT_TYPES } from '#contracts/bots.ts';
import { Lightbulb } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from './bots.module.css';

const TEXTS: Record<BotType, string> = {
  grid: 'Buys and sells at even steps within a range.',
  'future-grid': 'A grid on futures, with leverage.',
  'inverse-grid': 'A grid that starts by selling and earns the coin.',
  'imbalance-grid': 'A grid that buys more the lower the price.',
  'trend-grid': 'A grid that moves along with the trend.',
  steps: 'Sells in parts on the way up and buys back on the way down.',
  levels: 'Buys at one price, sells at another, and begins again.',
  'smart-money': 'Follows where large orders gather.',
  'smart-money-turtle': 'The same, entering only on a breakout of several days.',
  'sell-buy-once': 'One round: sells, then buys back.',
  'buy-sell-once': 'One round: buys, then sells.',
  range: 'Works while the price stays within two borders.',
};
const TYPES = Object.keys(BOT_TYPES) as BotType[];
const FIRST: readonly BotType[] = ['levels', 'future-grid', 'trend-grid'];

const Idea = () => (
  <div className={styles.idea}>
    <Icon of={Lightbulb} className={styles.bulb} />
    <h3>Order your idea of the bot</h3>
    <p className={styles.words}>Say what it should do, and when it should stop.</p>
    <ButtonLink to="/suggestions" variant="quiet" small>
      Order
    </ButtonLink>
  </div>
);

export function Templates({ onCreate }: { onCreate: (type: BotType) => void }) {
  const id = useId();
  const [all, setAll] = useState(false);
  const shown = all ? [...FIRST, ...TYPES.filter((type) => !FIRST.includes(type))] : FIRST;
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.heading}>
        <h2 id={id}>Bot templates</h2>
        <Button variant="quiet" small aria-expanded={all} onClick={() => setAll(!all)}>
          All templates
        </Button>
      </div>
      <div className={styles.templates}>
        <Idea />
        <ul className={styles.list}>
          {shown.map((type) => (
            <li key={type} className={styles.template}>
              <div>
                <h3>{BOT_TYPES[type]}</h3>
                <p className={styles.words}>{TEXTS[type]}</p>
              </div>
              <Button variant="quiet" small aria-label={`Create ${BOT_TYPES[type]}`} onClick={() => onCreate(type)}>
                Create
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
