import type { FaqGroup } from '#contracts/support.ts';

export const SAFETY: FaqGroup = {
  id: 'security-and-data',
  title: 'Security and your data',
  entries: [
    {
      id: 'can-tandem-withdraw',
      title: 'Can Tandem withdraw my coins?',
      content:
        'No. Keys with that right are not accepted. A site must still hold your secret in a form that it can use, or nothing could be sent for you while you sleep, so anyone who took over the whole server could trade with your key. Allow the key only from the IP address that is shown, and delete keys that you do not use.',
    },
    {
      id: 'two-factor',
      title: 'How do I turn on two-factor sign-in?',
      content:
        'On the Account page press Turn ON, scan the code with an authenticator app and enter the six digits it shows. Keep the ten recovery codes somewhere safe: each opens the account once if the phone is lost. Where real money is traded, two-factor sign-in or a passkey is needed before a key can be added.',
    },
    {
      id: 'forgot-password',
      title: 'I forgot my password. What now?',
      content:
        'On the sign-in screen press "Forgot password ?" and enter your e-mail. The link in the mail works once, for 30 minutes. A new password signs out every other device, and two-factor sign-in stays on.',
    },
    {
      id: 'stop-everything',
      title: 'How do I stop everything at once?',
      content:
        'Account page, Sign-in and security, Emergency stop: press "Switch my trading off". Nothing new is sent for you, on any key or device, until you switch your trading on again. Targets on the exchange stay there, and orders can still be canceled. Orders of bots that rest come down too, unless you take that tick off; bots that worked go on once your trading is on again. If you think that somebody has your key, delete it on the exchange as well.',
    },
    {
      id: 'delete-account',
      title: 'How do I delete my account?',
      content:
        'With the bin beside your name on the Account page. Your keys, bots, hooks, endpoints, API tokens, backtests, devices and personal data are erased, and nothing trades for you any more. Your coins stay on the exchange, also those of bots: nothing is sold. Orders stay there too, those of bots and their stops included, unless you tick that they are canceled first. What is kept of you can be downloaded before, on the same page.',
    },
  ],
};
