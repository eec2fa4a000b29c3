import { Card } from '../../ui/card.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Page } from '../page.tsx';

const START = [
  {
    question: 'Do I need an exchange account to try it?',
    answer:
      'No. While the site trades on paper, one press gives you a funded paper account. Prices move, orders fill and fees are counted, but no real money is involved.',
  },
  {
    question: 'What may an API key be allowed to do?',
    answer:
      'It must be able to read the account and to trade spot. It must not be able to withdraw: such a key is refused when you add it.',
  },
  {
    question: 'Where is the secret of my key?',
    answer:
      'It is encrypted as soon as it arrives, with a data key of your own. No page, log or export ever shows it again.',
  },
  {
    question: 'Can I lose an order when my connection drops?',
    answer:
      'An order is written down before it is sent. If the answer is lost, it is looked up on the exchange by its own id; it is never sent twice.',
  },
];

export const FaqPage = () => (
  <Page title="assistant in crypto-trading" heading="FAQ" width="text">
    <Card title="How to start">
      <div>
        {START.map(({ question, answer }) => (
          <Disclosure key={question} group="faq" title={question}>
            <p>{answer}</p>
          </Disclosure>
        ))}
      </div>
    </Card>
  </Page>
);
