import { Bell, ChartCandlestick, KeyRound, type LucideIcon, UserRound } from 'lucide-react';

export interface ShellLink {
  to: string;
  label: string;
  icon: LucideIcon;
}

export const MARKETS: ShellLink = { to: '/markets/spot/list', label: 'Markets', icon: ChartCandlestick };
export const ALERTS: ShellLink = { to: '/alerts', label: 'Alerts', icon: Bell };
export const API: ShellLink = { to: '/api', label: 'API', icon: KeyRound };
export const ACCOUNT: ShellLink = { to: '/account', label: 'Account', icon: UserRound };

export const NAVIGATION = [MARKETS, ALERTS, API];
export const BOTTOM_BAR = [MARKETS, ALERTS, API, ACCOUNT];
