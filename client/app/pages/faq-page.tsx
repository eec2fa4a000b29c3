import { Printer } from 'lucide-react';
import { FaqScreen } from '../../features/support/faq/faq-screen.tsx';
import { Button } from '../../ui/button.tsx';
import { Page } from '../page.tsx';

export const FaqPage = () => (
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
    <FaqScreen contact={null} />
  </Page>
);
