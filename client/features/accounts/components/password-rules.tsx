import { passwordRules } from '#contracts/rules/password.ts';
import { Check, Circle } from 'lucide-react';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './password-rules.module.css';

interface Props {
  password: string;
  email: string;
}

export const PasswordRules = ({ password, email }: Props) => (
  <ul className={styles.rules} aria-label="Password rules">
    {passwordRules(password, email).map(({ rule, met }) => (
      <li key={rule} className={classes(styles.rule, met && styles.met)}>
        <Icon of={met ? Check : Circle} size={14} />
        <span>
          {rule}
          <span className="visually-hidden">{met ? ', met' : ', not met yet'}</span>
        </span>
      </li>
    ))}
  </ul>
);
