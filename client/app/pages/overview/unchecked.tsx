import type { UseQueryResult } from '@tanstack/react-query';
import type { OtherNeed } from '../../../features/orders/overview/needs.tsx';
import { Button } from '../../../ui/button.tsx';

type Read = Pick<UseQueryResult, 'data' | 'error' | 'refetch'>;

/** Keys or bots that could not be read may need their owner. */
export const unchecked = (what: 'keys' | 'bots', { data, error, refetch }: Read): OtherNeed[] =>
  data !== undefined || error === null
    ? []
    : [
        {
          id: what,
          title: `Your ${what} could not be checked.`,
          reason: null,
          action: (
            <Button small variant="quiet" aria-label={`Try again: ${what}`} onClick={() => void refetch()}>
              Try again
            </Button>
          ),
        },
      ];
