import { CornerDownRight } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import styles from './deal-example.module.css';

const COPIES = [
  { name: 'Anna', size: '60.0', state: 'Filled' },
  { name: 'Fund', size: '480.0', state: 'Filled' },
  { name: 'Savings', size: '24.0', state: '40%' },
];

/** A picture of one deal with its copies, drawn with text so that it weighs nothing. */
export const DealExample = () => (
  <figure className={styles.figure}>
    <div className={styles.block} aria-hidden="true">
      <div className={styles.head}>
        <span className={styles.pair}>XRP/USDT</span>
        <span className={styles.side}>Buy</span>
      </div>
      <div className={styles.price}>
        0.4168 <span className={styles.result}>▲ +1.52%</span>
      </div>
      <div className={styles.levels}>
        <span className={styles.stop}>S.L. 0.4050</span>
        <span className={styles.track}>
          <span className={styles.now} />
        </span>
        <span className={styles.target}>T.P. 0.4400</span>
      </div>
      <div className={styles.main}>
        <span>Your key</span>
        <span>240.0 XRP</span>
        <span className={styles.state}>Filled</span>
      </div>
      {COPIES.map(({ name, size, state }) => (
        <div key={name} className={styles.copy}>
          <span>
            <Icon of={CornerDownRight} size={14} /> {name}
          </span>
          <span>{size} XRP</span>
          <span className={styles.state}>{state}</span>
        </div>
      ))}
    </div>
    <figcaption className={styles.caption}>Example: one entry with its targets, repeated on three copy keys</figcaption>
  </figure>
);
