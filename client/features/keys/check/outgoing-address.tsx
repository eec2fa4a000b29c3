import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { siteQuery } from '../../../lib/site.ts';
import { IconButton } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Field } from '../../../ui/field.tsx';
import styles from '../components/keys.module.css';

export const AddressField = ({ ip }: { ip: string }) => (
  <Field
    label="IP address"
    readOnly
    value={ip}
    hint="Put it on your key's allow-list, so that the key works from here only."
    trailing={<IconButton icon={Copy} label="Copy" onClick={() => void copyText(ip, 'the address')} />}
  />
);

/** The server's outgoing IP address. */
export function OutgoingAddress() {
  const { data: site } = useQuery(siteQuery);
  if (site?.outgoingIp) return <AddressField ip={site.outgoingIp} />;
  return (
    <p className={styles.muted}>
      IP address: not configured by the operator of this site. If your exchange asks for an allow-list, ask the operator
      for the address.
    </p>
  );
}
