import { Link } from 'react-router-dom';
import { Logo } from '../../ui/logo.tsx';
import { FOOTER } from './footer-links.ts';
import styles from './footer.module.css';

export const Footer = () => (
  <footer className={styles.footer}>
    <div className={styles.columns}>
      {FOOTER.map(({ title, entries }) => (
        <section key={title}>
          <h2 className={styles.title}>{title}</h2>
          <ul>
            {entries.map(({ label, to }) => (
              <li key={label}>
                <Link to={to} className={styles.link}>
                  {label}
                </Link>
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
