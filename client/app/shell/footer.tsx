import { Link } from 'react-router-dom';
import { Logo } from '../../ui/logo.tsx';
import styles from './footer.module.css';

interface Entry {
  label: string;
  /** Without one the page is not written yet, and it is not a link. */
  to?: string;
}

const COLUMNS: { title: string; entries: Entry[] }[] = [
  {
    title: 'About',
    entries: [
      { label: 'For investors' },
      { label: 'Our brand' },
      { label: 'Announcements' },
      { label: 'Risk Disclosure' },
    ],
  },
  {
    title: 'Support',
    entries: [{ label: 'Help center', to: '/faq' }, { label: 'learn' }, { label: 'Suggestions' }],
  },
  {
    title: 'Legal',
    entries: [{ label: 'Sitemap' }, { label: 'Privacy policy' }, { label: 'Cookie settings' }],
  },
];

export const Footer = () => (
  <footer className={styles.footer}>
    <div className={styles.columns}>
      {COLUMNS.map(({ title, entries }) => (
        <section key={title}>
          <h2 className={styles.title}>{title}</h2>
          <ul>
            {entries.map(({ label, to }) => (
              <li key={label} className={styles.entry}>
                {to ? <Link to={to}>{label}</Link> : label}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
    <div className={styles.end}>
      <Logo size={18} />
      <p>© 2024 Tandem</p>
    </div>
  </footer>
);
