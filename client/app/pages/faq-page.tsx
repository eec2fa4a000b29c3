import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { userQuery } from '../../features/accounts/session.ts';
import { ContactForm } from '../../features/support/contact/contact-form.tsx';
import { FaqScreen } from '../../features/support/faq/faq-screen.tsx';
import { Button } from '../../ui/button.tsx';
import { Page } from '../page.tsx';

export function FaqPage() {
  const { data: sender = null } = useQuery(userQuery);
  return (
    <Page
      title="assistant in crypto-trading"
      heading="FAQ"
      width="broad"
      actions={
        <Button variant="quiet" icon={Printer} onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      <FaqScreen contact={<ContactForm sender={sender} about="question" />} />
    </Page>
  );
}
