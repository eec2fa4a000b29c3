export { WelcomeScreen as WelcomePage } from '../../features/accounts/welcome-screen.tsx';
