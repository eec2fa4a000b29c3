import type { FaqGroup } from '#contracts/support.ts';

export const ALERTS: FaqGroup = {
  id: 'alerts',
  title: 'Alerts and notifications',
  entries: [
    {
      id: 'when-an-alert-fires',
      title: 'When does an alert fire?',
      content:
        'When the price crosses its level: upward, downward, or either way, as you chose. A level that the price has already passed does not fire at once; it waits for the next crossing, and the form says so.',
    },
    {
      id: 'other-conditions',
      title: 'What else than a price can an alert watch?',
      content:
        'A move by so many percent within a time, a volume that stands out, RSI, moving averages that cross, MACD, Bollinger bands, and lines that you draw in the chart. They look at bars that have closed, and the form says how often such an alert would have fired in the last seven days, or as far back as its exchange has prices. Two more kinds watch the clock, and coins that are newly listed or no longer traded. An alert may also call one of your signal hooks, which then does what it allows.',
    },
    {
      id: 'once-or-always',
      title: 'What is the difference between once and always?',
      content:
        'An alert that fires once is off afterwards. One that fires always is armed again when the price has left its level by 0.1%, and fires at most once a minute, so that a price that trembles around the level does not ring all day.',
    },
    {
      id: 'notifications-on-phone',
      title: 'How do notifications reach my phone?',
      content:
        'Save an alert and allow notifications when you are asked, on each device where you want them. On an iPhone or iPad install the app first. The Account page lists your devices and sends a test.',
    },
    {
      id: 'no-notification',
      title: 'Why did I get no notification?',
      content:
        'See on the Account page whether this device is listed and whether it is in your quiet hours, and send it a test. If the browser says that notifications are blocked, allow them in its settings for this site. Battery savers of some phones hold notifications back for installed apps that are seldom used. The alert itself is on the Alerts page in any case.',
    },
    {
      id: 'late-alert',
      title: 'What does "late" on an alert mean?',
      content:
        'The price crossed the level while this server was not watching, during a restart or a lost line to the exchange. The crossing was found afterwards in the prices of the exchange and is told with its true time.',
    },
    {
      id: 'link-telegram',
      title: 'How do I get alerts by Telegram?',
      content:
        'On the Account page press Link Telegram and open the link or scan its code with the phone; it works once. Then turn on "Send to Telegram" for the alerts that you choose. Sending /unlink to the bot ends it. In the linked chat the bot also answers /price, /alerts, /blocks and /bots, and /stop stops your bots once you have confirmed it.',
    },
  ],
};
