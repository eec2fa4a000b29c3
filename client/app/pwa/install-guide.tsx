import { Download, Share, SquarePlus } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import styles from './install-guide.module.css';

/** iOS offers no install prompt to pages, so the steps are explained. */
export const InstallGuide = () => (
  <ol className={styles.steps}>
    <li>
      <Icon of={Share} />{' '}
      <span>Press Share in the browser&rsquo;s bar. Newer versions keep it behind the &ctdot; button.</span>
    </li>
    <li>
      <Icon of={SquarePlus} /> <span>Choose &lsquo;Add to Home Screen&rsquo;, then &lsquo;Add&rsquo;.</span>
    </li>
    <li>
      <Icon of={Download} /> <span>Open Tandem from the home screen and sign in once more there.</span>
    </li>
  </ol>
);
