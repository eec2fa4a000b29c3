import { type AlertsProps, AlertsScreen } from './alerts-screen.tsx';

export const AlertsTab = (props: AlertsProps) => <AlertsScreen {...props} />;
