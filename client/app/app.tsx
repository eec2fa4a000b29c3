import { Logo } from '../ui/logo.tsx';

export const App = () => (
  <main>
    <h1>
      <Logo />
    </h1>
  </main>
);
