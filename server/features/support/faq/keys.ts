import type { FaqGroup } from '#contracts/support.ts';

export const KEYS: FaqGroup = {
  id: 'api-keys',
  title: 'API keys',
  entries: [
    {
      id: 'make-a-key',
      title: 'How do I make an API key?',
      content:
        'On your exchange, open API management and create a key. Tick reading and spot trading, leave withdrawals off, and allow only the IP address that the Add API dialog shows. Copy the key and its secret into the dialog; the exchange shows the secret only once.',
    },
    {
      id: 'key-permissions',
      title: 'What may a key be allowed to do?',
      content:
        'To read the account and to trade spot, and nothing else. A key that may withdraw is refused when you add it, and one that gains that right later is no longer used.',
    },
    {
      id: 'key-refused',
      title: 'Why is my key refused?',
      content:
        'A key is tried on the exchange before it is kept. Most often one of these is wrong:\n\n- A character was lost while copying the key or the secret.\n- The IP address of this site is not on its list.\n- Spot trading is not ticked, or withdrawals are.\n- The same key is in your account already.\n\nThe check on the key card says, box by box, what the exchange answered.',
    },
    {
      id: 'how-many-keys',
      title: 'How many keys can I have?',
      content: 'Up to 20 in an account, main keys and copy keys together.',
    },
    {
      id: 'where-is-my-secret',
      title: 'Where is the secret of my key?',
      content:
        'It is encrypted as it arrives, with a data key of your own. No page, log, download or support answer ever holds it, and we cannot show it to you either. Delete the key here and its secret is erased at once.',
    },
    {
      id: 'change-active-key',
      title: 'How do I trade with another key?',
      content:
        'On the API page press Change API, choose the key and press OK. New orders go to that key and its group. Blocks of the old key stay open and are still watched.',
    },
    {
      id: 'key-of-a-bot',
      title: 'Can I delete a key with which a bot works?',
      content:
        'Stop the bot first, on the Bots page; there you choose what becomes of its coins. Until then the key stays.',
    },
  ],
};
