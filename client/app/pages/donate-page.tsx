import { useQuery } from '@tanstack/react-query';
import { userQuery } from '../../features/accounts/session.ts';
import { DonationsScreen } from '../../features/donations/donations-screen.tsx';
import { ContactForm } from '../../features/support/contact/contact-form.tsx';
import { Page } from '../page.tsx';

export function DonatePage() {
  const { data: sender = null } = useQuery(userQuery);
  return (
    <Page title="Support us">
      <DonationsScreen message={<ContactForm sender={sender} about="donation" />} />
    </Page>
  );
}
