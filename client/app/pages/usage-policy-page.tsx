import { Card } from '../../ui/card.tsx';
import { Page } from '../page.tsx';

const PARTS = [
  {
    title: 'What Tandem does with your key',
    lines: [
      'It reads your balances, your orders and what became of them.',
      'It places, changes and cancels spot orders when you ask for it, and the take profits and stop losses that you set.',
      'On a copy key it repeats the deals of the main key for as long as its switch is on, by the copy rule that you set.',
    ],
  },
  {
    title: 'What it never does',
    lines: [
      'It withdraws nothing: a key that may withdraw is refused, and one that gains that right later is not used any more.',
      'It trades nothing but spot: no margin, no futures.',
      'It shows the secret to nobody. The secret is encrypted as it arrives and is in no page, log or export.',
    ],
  },
  {
    title: 'What stays yours',
    lines: [
      'The decision to trade and its result. Prices move, orders may fill in part or not at all, and a copy may differ from the main deal.',
      'The key. Delete it here and on the exchange whenever you like; its secret is erased here at once.',
      'Your exchange’s terms: use only keys of accounts that you may trade on.',
    ],
  },
];

export const UsagePolicyPage = () => (
  <Page title="Usage policy" width="text">
    <p>What you agree to when you add an API key.</p>
    {PARTS.map(({ title, lines }) => (
      <Card key={title} title={title}>
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Card>
    ))}
  </Page>
);
