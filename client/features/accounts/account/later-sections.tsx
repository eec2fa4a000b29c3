import { useMutation, useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { siteQuery } from '../../../lib/site.ts';
import { Button } from '../../../ui/button.tsx';
import styles from '../account-screen.module.css';
import { GoogleCard } from '../google/google-card.tsx';
import { signOut } from '../session.ts';
import { Activity } from './activity/activity.tsx';
import { SecretUses } from './activity/secret-uses.tsx';
import { Appearance } from './appearance.tsx';
import { DataExport } from './data-export.tsx';
import { LimitsSection } from './limits/limits-section.tsx';
import { LossLimitsSection } from './limits/loss-limits-section.tsx';
import { PasskeysSection } from './passkeys/passkeys-section.tsx';
import { Section } from './section.tsx';
import { Sessions } from './sessions/sessions.tsx';
import { TokensSection } from './tokens/tokens-section.tsx';
import { TradingSection } from './trading/trading-section.tsx';
import { TwoFactorSection } from './two-factor/two-factor-section.tsx';

function Last() {
  const { data: site } = useQuery(siteQuery);
  const leaving = useMutation({ mutationFn: signOut });
  return (
    <div className={styles.last}>
      <Button variant="quiet" icon={LogOut} busy={leaving.isPending} onClick={() => leaving.mutate()}>
        Logout
      </Button>
      <p>Tandem {site?.version ?? '—'}</p>
    </div>
  );
}

/** The browser looked for the fragment before the section was rendered. */
function useAddressedSection(): void {
  useEffect(() => {
    const { hash } = window.location;
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, []);
}

/** Everything below the first screen; the children are the settings of notifications. */
export function LaterSections({ children }: { children: ReactNode }) {
  useAddressedSection();
  return (
    <>
      <Section id="security">
        <TwoFactorSection />
        <PasskeysSection />
        <GoogleCard />
        <Sessions />
        <TokensSection />
        <LimitsSection />
        <LossLimitsSection />
        <TradingSection />
      </Section>
      <Section id="notifications">{children}</Section>
      <Section id="activity">
        <Activity />
        <SecretUses />
      </Section>
      <Section id="data">
        <DataExport />
      </Section>
      <Section id="appearance">
        <Appearance />
      </Section>
      <Last />
    </>
  );
}
