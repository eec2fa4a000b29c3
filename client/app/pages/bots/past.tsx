import type { ComponentProps } from 'react';
import { useNavigate } from 'react-router-dom';
import { RecentPast } from '../../../features/backtests/recent-past.tsx';

/** What a bot would have come to, and the way to a longer run. */
export function Past(props: Omit<ComponentProps<typeof RecentPast>, 'onStarted'>) {
  const navigate = useNavigate();
  return <RecentPast {...props} onStarted={(backtestId) => void navigate(`/backtests?run=${backtestId}`)} />;
}
