import { HOUR } from '#contracts/rules/time.ts';
import { type Attempt, checkAll, type GiveBack, takeAll } from '../../runtime/request-limits/attempts.ts';
import type { SharedLimits } from '../../runtime/request-limits/shared-limits.ts';

export interface Sender {
  userId: string | null;
  address: string;
}

const OFTEN = 'You have sent three messages within an hour.';

/** S-44: three messages an hour per network and per account, and a total for all visitors. */
export function contactLimits(limits: SharedLimits) {
  const tries = limits.perNetwork({ name: 'contact forms', most: 30, windowMs: HOUR / 6 });
  const sent = limits.perNetwork({ name: 'messages', most: 3, windowMs: HOUR });
  const sentBy = limits.perName({ name: 'messages of an account', most: 3, windowMs: HOUR });
  const visitors = limits.perName({ name: 'messages of visitors', most: 60, windowMs: HOUR });
  const messages = ({ userId, address }: Sender): Attempt[] => [
    ...sent.attempts({ address }, OFTEN),
    ...(userId === null
      ? visitors.attempts('visitors', 'More messages came than can be processed.')
      : sentBy.attempts(userId, OFTEN)),
  ];
  return {
    /** Before the body is read. */
    async admit(sender: Sender): Promise<void> {
      await checkAll(messages(sender));
      await tries.take({ address: sender.address }, 'You have tried this too often.');
    },
    /** Before the photo is decoded: concurrent requests cannot exceed the limit. Given back where nothing was sent. */
    take: (sender: Sender): Promise<GiveBack> => takeAll(messages(sender)),
  };
}
