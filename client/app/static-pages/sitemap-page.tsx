import { Link } from 'react-router-dom';
import { Card } from '../../ui/card.tsx';
import { Page } from '../page.tsx';
import { FOOTER, type Place } from '../shell/footer-links.ts';
import { ACCOUNT, NAVIGATION } from '../shell/links.ts';
import styles from './static-page.module.css';

const GROUPS: { title: string; entries: readonly Place[] }[] = [
  {
    title: 'Start',
    entries: [
      { label: 'Home', to: '/' },
      { label: 'Sign in', to: '/signin' },
      { label: 'Sign up', to: '/signup' },
      { label: 'FAQ', to: '/faq' },
      { label: 'Donate', to: '/donate' },
    ],
  },
  { title: 'Trading, when signed in', entries: [...NAVIGATION, ACCOUNT] },
  ...FOOTER,
  { title: 'Keys', entries: [{ label: 'Usage policy', to: '/usage-policy' }] },
];

export const SitemapPage = () => (
  <Page title="Sitemap" width="text">
    {GROUPS.map(({ title, entries }) => (
      <Card key={title} title={title}>
        <ul className={styles.places}>
          {entries.map(({ label, to }) => (
            <li key={label}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      </Card>
    ))}
  </Page>
);
