import { Bell, Bot, Copy, LayoutDashboard, type LucideIcon, ShieldCheck, Waypoints } from 'lucide-react';

interface Feature {
  icon: LucideIcon;
  title: string;
  text: string;
}

export const FEATURES: Feature[] = [
  {
    icon: Copy,
    title: 'Copy Trading',
    text: 'Add the API credentials of your clients and they duplicate your deals, each in proportion to its own balance. A copy that could not be placed is shown with its reason, and can be retried.',
  },
  {
    icon: Bot,
    title: 'Trading bot',
    text: 'Bots of varying complexity, from a single round of buying and selling to a grid. Each shows before it starts what it would place, cost and lose at worst, and afterwards every deal and the reason for it.',
  },
  {
    icon: Bell,
    title: 'Alerts',
    text: 'Set a price, add a comment, and close the page. The alert with your comment reaches your phone when the price crosses the level, for coins on different exchanges.',
  },
  {
    icon: ShieldCheck,
    title: 'Security and transparency',
    text: 'A key that may withdraw is refused. Secrets are encrypted on arrival and never shown again. Every order is recorded before it is sent, and is never sent twice.',
  },
  {
    icon: Waypoints,
    title: 'Site features',
    text: 'Manage your own and investment assets together: keys in groups, targets that live on the exchange and hold while you are away, and a history with every fee.',
  },
  {
    icon: LayoutDashboard,
    title: 'Intuitive interface',
    text: 'A key is added in a minute, and a deal is drawn where you can see it: entry, target and stop on one row, with cost and result before you confirm. On phone and desktop.',
  },
];
