import { Check, CircleAlert, TriangleAlert, X } from 'lucide-react';
import type { KeyReport, KeyRight } from '#contracts/key-edits.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Time } from '../../../ui/time.tsx';
import { AddressField, OutgoingAddress } from './outgoing-address.tsx';
import styles from './report.module.css';

const SIGNS = {
  well: { icon: Check, label: 'OK', look: styles.well },
  wrong: { icon: X, label: 'To change', look: styles.wrong },
  advised: { icon: TriangleAlert, label: 'Recommended', look: styles.advised },
};

function verdictOf({ isOn, wanted }: KeyRight): { sign: keyof typeof SIGNS; text: string } {
  if (wanted === 'on')
    return isOn ? { sign: 'well', text: 'Enabled, as required' } : { sign: 'wrong', text: 'Disabled: enable it' };
  if (wanted === 'off')
    return isOn ? { sign: 'wrong', text: 'Enabled: disable it' } : { sign: 'well', text: 'Disabled, as required' };
  return isOn
    ? { sign: 'well', text: 'Enabled, as recommended' }
    : { sign: 'advised', text: 'Disabled: enabling is recommended' };
}

function Right({ right }: { right: KeyRight }) {
  const { sign, text } = verdictOf(right);
  const { icon, label, look } = SIGNS[sign];
  return (
    <li>
      <Icon of={icon} label={label} className={look} />
      <span>
        <strong>{right.box}</strong>
        <span className={look}>{text}</span>
        <span className={styles.why}>{right.why}</span>
      </span>
    </li>
  );
}

const isAdvice = ({ isOn, wanted }: KeyRight): boolean => wanted === 'advised' && !isOn;

/** Permissions of a key as the exchange reports them, with advice. */
export const Report = ({ report }: { report: KeyReport }) => (
  <section className={styles.report} aria-label="Permissions of this key">
    <p className={report.ok ? styles.well : styles.wrong}>
      <Icon of={report.ok ? Check : CircleAlert} />
      <span>{report.sentence ?? 'This key can be used.'}</span>
    </p>
    {report.rights.length > 0 ? (
      <ul>
        {report.rights.map((right) => (
          <Right key={right.box} right={right} />
        ))}
      </ul>
    ) : (
      <p className={styles.why}>The exchange did not report the permissions.</p>
    )}
    {report.address === null ? null : <AddressField ip={report.address} />}
    {report.ok && report.rights.some(isAdvice) ? <OutgoingAddress /> : null}
    <p className={styles.why}>
      Checked <Time at={report.checkedAt} />
    </p>
  </section>
);
