import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { userQuery } from '../../features/accounts/session.ts';
import { useTitle } from '../../lib/use-title.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DealExample } from './deal-example.tsx';
import { FEATURES } from './features.ts';
import styles from './landing-page.module.css';

interface ByModeProps {
  paper: ReactNode;
  live: ReactNode;
}

/** Both texts are pre-rendered and the root element selects one, so that nothing shifts when the mode is known. */
const ByMode = ({ paper, live }: ByModeProps) => (
  <>
    <span data-only-in="paper">{paper}</span>
    <span data-only-in="live">{live}</span>
  </>
);

interface Viewer {
  signedIn: boolean;
}

function Hero({ signedIn }: Viewer) {
  return (
    <section className={styles.hero}>
      <div className={styles.pitch}>
        <h1 className={styles.claim}>One deal. Every key rides along.</h1>
        <p className={styles.lead}>
          Tandem is your assistant in crypto-trading. Place a spot order with its targets, have it copied to the keys
          you manage, and get notified on your phone when the price is reached.
        </p>
        <div className={styles.calls}>
          {signedIn ? (
            <ButtonLink to="/markets/spot/list">Open Markets</ButtonLink>
          ) : (
            <>
              <ButtonLink to="/signup">Get started</ButtonLink>
              <p className={styles.aside}>
                <ByMode
                  paper="Free. Practice on paper first, no exchange account needed."
                  live="Free. Your coins stay in your exchange account."
                />
              </p>
            </>
          )}
        </div>
      </div>
      <DealExample />
    </section>
  );
}

const Features = ({ signedIn }: Viewer) => (
  <section className={styles.features} aria-labelledby="features">
    <div className={styles.intro}>
      <h2 id="features">What Tandem does for you</h2>
      <p>Each order has one row with its copies and targets, and the row always says who protects it.</p>
      {signedIn ? null : (
        <ButtonLink to="/signup" variant="quiet">
          Sign up
        </ButtonLink>
      )}
    </div>
    <div>
      {FEATURES.map(({ icon, title, text }, at) => (
        <Disclosure
          key={title}
          group="features"
          open={at === 0}
          title={
            <span className={styles.feature}>
              <Icon of={icon} className={styles.icon} />
              {title}
            </span>
          }
        >
          <p className={styles.text}>{text}</p>
        </Disclosure>
      ))}
    </div>
  </section>
);

const STEPS = [
  { id: 'sign-up', title: 'Sign up', text: 'A name, an e-mail and a good password.' },
  {
    id: 'key',
    title: <ByMode paper="Trade on paper" live="Connect your exchange" />,
    text: (
      <ByMode
        paper="One press opens a funded paper account with moving prices."
        live="Add a key that may read and trade, and never withdraw."
      />
    ),
  },
  {
    id: 'order',
    title: <ByMode paper="Copy your deals" live="Place your first order" />,
    text: (
      <ByMode
        paper="Add keys that follow yours, each with a size of its own."
        live="With its take profit and stop loss, then add the keys that follow yours."
      />
    ),
  },
];

const Steps = ({ signedIn }: Viewer) => (
  <section aria-labelledby="steps" className={styles.start}>
    <h2 id="steps">From here to your first order in a minute</h2>
    <ol className={styles.steps}>
      {STEPS.map(({ id, title, text }, at) => (
        <li key={id} className={styles.step}>
          <span className={styles.number} aria-hidden="true">
            {at + 1}
          </span>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
    {signedIn ? null : (
      <ButtonLink to="/signup" className={styles.last}>
        Sign up
      </ButtonLink>
    )}
  </section>
);

export function LandingPage() {
  useTitle('your assistant in crypto-trading');
  const { data: user } = useQuery(userQuery);
  const signedIn = Boolean(user);
  return (
    <div className={styles.page}>
      <Hero signedIn={signedIn} />
      <Features signedIn={signedIn} />
      <Steps signedIn={signedIn} />
    </div>
  );
}
