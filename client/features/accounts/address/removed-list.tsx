import type { AddressState } from '#contracts/address.ts';
import styles from './address.module.css';
import { browsers, methodName } from '../method-name.ts';

/** What the first proof of an address removes. */
export function RemovedList({ removes, signsOut }: Pick<AddressState, 'removes' | 'signsOut'>) {
  if (removes.length === 0 && signsOut === 0) return null;
  return (
    <div className={styles.note}>
      <p>This removes what other sessions have set up:</p>
      <ul className={styles.list}>
        {signsOut > 0 ? <li>Sign-in of {browsers(signsOut)}</li> : null}
        {removes.map((way) => (
          <li key={way.id}>
            <bdi>{methodName(way)}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
