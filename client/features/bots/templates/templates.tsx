import { type BotType, BOT_TYPES } from '#contracts/bots.ts';
import type { BasketPlan, RoundsType } from '#contracts/bot-settings.ts';
import { Lightbulb } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import cards from '../cards/cards.module.css';
import { TemplatePicture } from './template-picture.tsx';
import styles from './templates.module.css';

const TEXTS: Record<BotType, string> = {
  grid: 'Buys and sells at even steps within a range.',
  'future-grid':
    'Needs futures, which Tandem does not trade. The nearest here: Grid bot (rising or level market), Inverse grid bot (falling).',
  'inverse-grid': 'Starts with coins, sells and buys back at even steps, and earns the coin.',
  'imbalance-grid': 'A grid with more money on the lower lines.',
  'trend-grid': 'A grid whose lines follow a rising price, one at a time.',
  steps: 'Sells in parts on the way up and buys each part back lower.',
  levels: 'Buys at one price, sells at another, and begins again if you like.',
  'smart-money': 'Buys after bars with unusually large volume that buyers took. On Binance and on paper.',
  'smart-money-turtle':
    'Smart money that buys only on a breakout, adds while the price rises, and trails one stop. On Binance and on paper.',
  'sell-buy-once': 'One round: sells, then buys back, and stops.',
  'buy-sell-once': 'One round: buys, then sells, and stops.',
  range: 'Two levels that work only while the price is between two borders.',
  averaging: 'Buys, adds lower while the price falls, and sells all of it above the average.',
  signal: 'Opens, adds, reduces and closes as a hook of yours says, with your own amounts and exits.',
  basket: 'Several coins in fixed parts: sells what has grown too large and buys what has become too small.',
};

export type OfferedType = RoundsType | BasketPlan['type'];

/** The server takes these; the others say in their text why not. */
const OFFERED: Record<OfferedType, true> = {
  grid: true,
  'inverse-grid': true,
  'imbalance-grid': true,
  'trend-grid': true,
  steps: true,
  levels: true,
  'sell-buy-once': true,
  'buy-sell-once': true,
  range: true,
  averaging: true,
  'smart-money': true,
  'smart-money-turtle': true,
  signal: true,
  basket: true,
};
const isOffered = (type: BotType): type is OfferedType => type in OFFERED;

const TYPES = Object.keys(BOT_TYPES) as BotType[];
const FIRST: readonly BotType[] = ['grid', 'levels', 'trend-grid', 'future-grid'];

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

interface TemplateProps {
  type: BotType;
  disabled: boolean;
  onCreate: (type: OfferedType) => void;
}

function Template({ type, disabled, onCreate }: TemplateProps) {
  const id = useId();
  return (
    <li className={styles.template}>
      <TemplatePicture type={type} />
      <div className={styles.about}>
        <h3>{BOT_TYPES[type]}</h3>
        <p id={id} className={styles.words}>
          {TEXTS[type]}
        </p>
      </div>
      <Button
        variant="quiet"
        small
        disabled={disabled || !isOffered(type)}
        aria-label={`Create ${BOT_TYPES[type]}`}
        aria-describedby={id}
        onClick={() => isOffered(type) && onCreate(type)}
      >
        Create
      </Button>
    </li>
  );
}

interface Props {
  /** Shows each type from the start. */
  open: boolean;
  disabled: boolean;
  /** What is to be done before a bot can be created; null where nothing is. */
  first: ReactNode;
  onCreate: (type: OfferedType) => void;
}

export function Templates({ open, disabled, first, onCreate }: Props) {
  const id = useId();
  const [pressed, setPressed] = useState<boolean | null>(null);
  const all = pressed ?? open;
  const shown = all ? [...FIRST, ...TYPES.filter((type) => !FIRST.includes(type))] : FIRST;
  return (
    <section aria-labelledby={id} className={cards.section}>
      <div className={cards.heading}>
        <h2 id={id}>Bot templates</h2>
        {first}
        <Button variant="quiet" small aria-expanded={all} onClick={() => setPressed(!all)}>
          All templates
        </Button>
      </div>
      <p className={styles.words}>
        A bot buys and sells at prices that you set. Nothing is placed before you have seen what it would do and cost.
      </p>
      <div className={styles.templates}>
        <Idea />
        <ul className={styles.list}>
          {shown.map((type) => (
            <Template key={type} type={type} disabled={disabled} onCreate={onCreate} />
          ))}
        </ul>
      </div>
    </section>
  );
}
