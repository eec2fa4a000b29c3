import { TriangleAlert } from 'lucide-react';
import { renderSVG } from 'uqr';
import type { DonationNetwork } from '#contracts/donations.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CopiedText } from './copied-text.tsx';
import styles from './donations.module.css';

/** Generated on the device from the displayed text. */
const QrCode = ({ text, label }: { text: string; label: string }) => (
  <img
    className={styles.code}
    src={`data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 4 }))}`}
    alt={label}
    width="200"
    height="200"
  />
);

interface Props {
  coin: string;
  network: DonationNetwork;
}

/** P-10: shown, scanned and copied text are the same. */
const Scanned = ({ label, text, what }: { label: string; text: string; what: string }) => (
  <div className={styles.scanned} data-pays={text}>
    <QrCode text={text} label={`QR code of ${what}`} />
    <CopiedText label={label} text={text} what={what} />
  </div>
);

export const Payment = ({ coin, network: { network, shortName, address, memo } }: Props) => (
  <Card title={`Send ${coin} by ${network} (${shortName})`}>
    <p className={styles.warning}>
      <Icon of={TriangleAlert} size={18} />
      <span>
        Send only {coin}, and only over {network} ({shortName}). Anything sent another way is lost.
        {memo === null ? '' : ' Send it with the TAG below: without it the transfer cannot be assigned.'}
      </span>
    </p>
    <Scanned label="Address:" text={address} what="the address" />
    {memo === null ? null : <Scanned label="TAG:" text={memo} what="the TAG" />}
    <p className={styles.muted}>Compare the first and the last characters in your wallet before you confirm.</p>
  </Card>
);
