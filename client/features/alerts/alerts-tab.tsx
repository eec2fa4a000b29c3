import { type AlertsProps, AlertsScreen } from './alerts-screen.tsx';

/** The alerts as a tab of the markets page. */
export const AlertsTab = (props: AlertsProps) => <AlertsScreen {...props} />;
