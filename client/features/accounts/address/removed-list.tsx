import type { AddressState } from '#contracts/address.ts';
import styles from './address.module.css';
import { browsers, methodName } from '../method-name.ts';

/** What the first proof of an address removes. */
export function RemovedList({ removes, signsOut }: Pick<AddressState, 'removes' | 'signsOut'>) {
  if (removes.length === 0 && signsOut === 0) return null;
  return (
    <div className={styles.note}>
      <p>What was set before by another session is removed:</p>
      <ul className={styles.list}>
        {signsOut > 0 ? <li>The sign-in of {browsers(signsOut)}</li> : null}
        {removes.map((way) => (
          <li key={way.id}>
            <bdi>{methodName(way)}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
