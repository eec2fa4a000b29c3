import { useEffect } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { readView } from '#contracts/rules/view.ts';
import { viewPath } from '../../features/markets/view-path.ts';
import { toast } from '../../ui/toast.ts';

const SUBJECTS: Readonly<Record<string, string>> = { futures: 'Futures are', margin: 'Margin is' };

/** Only spot is traded: other trade types redirect to the same pair on spot. */
export function OtherTradeTypePage() {
  const { tradeType = '' } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const path = viewPath(readView(search));
  useEffect(() => {
    toast.error(`${SUBJECTS[tradeType] ?? 'This is'} not traded here. This is spot.`, { id: 'markets' });
    void navigate(path, { replace: true });
  }, [tradeType, path, navigate]);
  return null;
}
