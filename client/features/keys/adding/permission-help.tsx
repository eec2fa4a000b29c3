import { Check, X } from 'lucide-react';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Icon } from '../../../ui/icon.tsx';
import styles from '../components/keys.module.css';

const PERMISSIONS = [
  { tick: true, name: 'Enable reading', why: 'balances and what became of your orders' },
  { tick: true, name: 'Enable spot trading', why: 'placing and canceling the orders you ask for' },
  { tick: false, name: 'Enable withdrawals', why: 'never needed: a key that may withdraw is refused' },
];

export const PermissionHelp = () => (
  <Disclosure title="Which permissions to tick">
    <ul className={styles.permissions}>
      {PERMISSIONS.map(({ tick, name, why }) => (
        <li key={name}>
          <Icon of={tick ? Check : X} label={tick ? 'Tick' : 'Leave off'} className={tick ? styles.yes : styles.no} />
          <span>
            <strong>{name}</strong>: {why}
          </span>
        </li>
      ))}
    </ul>
  </Disclosure>
);
