import type { FaqGroup } from '#contracts/support.ts';

export const SIGNALS: FaqGroup = {
  id: 'signals',
  title: 'Signals and your own programs',
  entries: [
    {
      id: 'tradingview-signals',
      title: 'How do I trade on alerts of TradingView?',
      content:
        'On the Signals page add a signal hook and say what it may do: which pairs, which actions, how much a signal may spend, with which take profit and stop. Then paste the address and the message that are shown there into an alert of TradingView. Strategies that were set up for 3Commas or Altrady can keep their messages.',
    },
    {
      id: 'dry-run',
      title: 'Why does a new signal hook not trade?',
      content:
        'It is a dry run until you switch it live: the log shows what came and what it would have done. Send a test or a signal first, read the log, then switch it on. A signal can never do more than its hook allows, whatever its message says.',
    },
    {
      id: 'refused-signal',
      title: 'Why was a signal refused?',
      content:
        'The log of the hook says it. Most often it came too late, it came twice, its pair is not on the list, it would have spent more than a day may, or it was out of step with the position that is open. A signal that was refused is not traded later.',
    },
    {
      id: 'hook-address-secret',
      title: 'Is the address of a hook secret?',
      content:
        'Yes: who knows it can send signals, within what the hook allows. It is shown once and kept in no log. Make a new one at any time; the old one then works for ten more minutes. You can also allow the addresses of your sender only, or have calls signed.',
    },
    {
      id: 'events-out',
      title: 'Can Tandem tell my own program what happens?',
      content:
        'Yes. Add an endpoint on the Signals page and choose its events. They are sent to your https address, signed by Standard Webhooks, and tried again for three days if it does not answer; each delivery is listed and can be sent again.',
    },
    {
      id: 'api-tokens',
      title: 'Can my own program read my account, or trade?',
      content:
        'Make an API token on the Account page and choose what it may do: read, change alerts, or trade. It is shown once. A token can never reach your account settings, your keys or their secrets, it has limits of its own, and the page lists what it was used for. The page For developers shows every call with an example, which can be tried there.',
    },
  ],
};
