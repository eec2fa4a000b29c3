import {
  Bell,
  Bot,
  ChartCandlestick,
  History,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  UserRound,
} from 'lucide-react';

export interface ShellLink {
  to: string;
  label: string;
  icon: LucideIcon;
}

const OVERVIEW: ShellLink = { to: '/overview', label: 'Overview', icon: LayoutDashboard };
export const MARKETS: ShellLink = { to: '/markets/spot/list', label: 'Markets', icon: ChartCandlestick };
const BOTS: ShellLink = { to: '/bots', label: 'Bots', icon: Bot };
export const ALERTS: ShellLink = { to: '/alerts', label: 'Alerts', icon: Bell };
export const API: ShellLink = { to: '/api', label: 'API', icon: KeyRound };
const HISTORY: ShellLink = { to: '/history', label: 'History', icon: History };
export const ACCOUNT: ShellLink = { to: '/account', label: 'Account', icon: UserRound };

const NAVIGATION = [MARKETS, ALERTS, API];

/** Once there is something to look over, the overview comes first, and bots and the history are in the bar too. */
export const navigation = (traded: boolean): ShellLink[] =>
  traded ? [OVERVIEW, MARKETS, BOTS, ALERTS, HISTORY, API] : NAVIGATION;
/** Bots and the history are reached from the overview and the menu. */
export const bottomBar = (traded: boolean): ShellLink[] => [...(traded ? [OVERVIEW] : []), ...NAVIGATION, ACCOUNT];
