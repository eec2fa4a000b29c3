import { ProveScreen } from '../../features/accounts/address/prove-screen.tsx';
import { KeepTwoFactorScreen } from '../../features/accounts/sign/keep-two-factor-screen.tsx';
import { RestoreScreen } from '../../features/accounts/sign/restore-screen.tsx';
import { SignScreen } from '../../features/accounts/sign/sign-screen.tsx';

export const SignInPage = () => <SignScreen mode="in" />;
export const SignUpPage = () => <SignScreen mode="up" />;
export const RestorePage = () => <RestoreScreen />;
export const ProvePage = () => <ProveScreen />;
export const KeepTwoFactorPage = () => <KeepTwoFactorScreen />;
