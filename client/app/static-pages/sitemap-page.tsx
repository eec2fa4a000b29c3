import type { OwnPath } from '#contracts/rules/page-paths.ts';
import { Link } from 'react-router-dom';
import { Card } from '../../ui/card.tsx';
import { Page } from '../page.tsx';
import { FOOTER, type Place } from '../shell/footer-links.ts';
import styles from './static-page.module.css';

/** Every page but the one that follows a sign-up. */
const OWN: Record<Exclude<OwnPath, '/welcome'>, string> = {
  '/overview': 'Overview',
  '/markets/spot/list': 'Markets',
  '/bots': 'Bots',
  '/backtests': 'Backtests',
  '/signals': 'Signals',
  '/alerts': 'Alerts',
  '/history': 'History',
  '/api': 'API',
  '/account': 'Account',
  '/developers': 'For developers',
};

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
  { title: 'Trading, when signed in', entries: Object.entries(OWN).map(([to, label]) => ({ label, to })) },
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
