import { useQuery } from '@tanstack/react-query';
import type { Big } from 'big.js';
import { ArrowUp, CornerDownRight } from 'lucide-react';
import { useState } from 'react';
import { MINUTE_MS } from '../../lib/durations.ts';
import { sitePrice, siteQuery } from '../../lib/site.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { Amount, NumberLocale } from '../../ui/amount.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './deal-example.module.css';
import { type ExampleDeal, exampleDeal, USUAL_PRICE } from './example-deal.ts';

const PRICE = 4;
const COPIES = [
  { name: 'Anna', share: '0.25', state: 'Filled' },
  { name: 'Fund', share: '2', state: 'Filled' },
  { name: 'Savings', share: '0.1', state: '40%' },
];

/** Tolerates a difference of some seconds between the exchange's clock and this device's. */
const FRESH_MS = MINUTE_MS;

/** The live price of the site, or the example's price while there is none. */
function usePrice(): { opened: Big; now: Big; live: boolean } {
  const { data, dataUpdatedAt, isError } = useQuery(sitePrice);
  const [opened, setOpened] = useState<Big | null>(null);
  const fresh = useHydrated() && !isError && data?.price && data.time !== null && dataUpdatedAt - data.time < FRESH_MS;
  const price = fresh ? data.price : null;
  if (price && !opened) setOpened(price);
  return { opened: opened ?? USUAL_PRICE, now: price ?? opened ?? USUAL_PRICE, live: Boolean(price) };
}

const Levels = ({ stopLoss, takeProfit, place }: ExampleDeal) => (
  <div className={styles.levels}>
    <span className={styles.stop}>
      S.L. <Amount value={stopLoss} decimals={PRICE} />
    </span>
    <svg className={styles.track} aria-hidden="true" focusable="false">
      <circle cx={`${place.toFixed(1)}%`} cy="50%" r="5.5" />
    </svg>
    <span className={styles.target}>
      T.P. <Amount value={takeProfit} decimals={PRICE} />
    </span>
  </div>
);

const Keys = ({ quantity }: ExampleDeal) => (
  <ul className={styles.keys}>
    <li className={styles.main}>
      <span>Your key</span>
      <Amount value={quantity} decimals={1} unit="XRP" />
      <span className={styles.state}>Filled</span>
    </li>
    {COPIES.map(({ name, share, state }) => (
      <li key={name} className={styles.copy}>
        <span>
          <Icon of={CornerDownRight} size={14} /> {name}
        </span>
        <Amount value={quantity.times(share).round(1, 0)} decimals={1} unit="XRP" />
        <span className={styles.state}>{state}</span>
      </li>
    ))}
  </ul>
);

const Alert = ({ takeProfit }: ExampleDeal) => (
  <div className={styles.alert}>
    <Icon of={ArrowUp} size={18} />
    <div>
      <strong>
        Price rises above <Amount value={takeProfit.minus('0.005')} decimals={PRICE} />
      </strong>
      <p>Near the target: raise the stop loss</p>
    </div>
    <span className={styles.on}>ON</span>
  </div>
);

const DESCRIPTION = 'one entry with its targets, copied to three keys, and an alert';
const livePrefix = (simulated: boolean) =>
  `An example at the current price${simulated ? ', which is simulated here' : ''}: `;

/** An example deal with its copies and an alert; pre-rendered with English number formats. */
export function DealExample() {
  const { opened, now, live } = usePrice();
  const { data: site } = useQuery(siteQuery);
  const deal = exampleDeal(opened, now);
  return (
    <figure className={styles.figure}>
      <NumberLocale value={useHydrated() ? undefined : 'en'}>
        <div className={styles.block}>
          <div className={styles.head}>
            <span className={styles.pair}>XRP/USDT</span>
            {live ? <Chip kind="live">Live price</Chip> : <Chip>Example</Chip>}
            <span className={styles.side}>Buy</span>
          </div>
          <div className={styles.price}>
            <Amount value={deal.now} decimals={PRICE} />
            <Amount value={deal.percent} decimals={2} unit="%" result className={styles.result} />
          </div>
          <Levels {...deal} />
          <Keys {...deal} />
          <Alert {...deal} />
        </div>
      </NumberLocale>
      <figcaption className={styles.caption}>
        <span>
          {live ? livePrefix(site?.exchangeMode === 'paper') : 'Example: '}
          {DESCRIPTION}
        </span>
        {/* Reserves the height of the longest caption, so that nothing shifts when the price arrives. */}
        <span className={styles.room} aria-hidden="true">
          {livePrefix(true)}
          {DESCRIPTION}
        </span>
      </figcaption>
    </figure>
  );
}
