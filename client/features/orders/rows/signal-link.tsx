import { Link } from 'react-router-dom';
import type { OrderBlock } from '#contracts/order-block.ts';

/** To the signal that opened a block, in the log of its hook. */
export const SignalLink = ({ signal: { hookId, signalId } }: { signal: NonNullable<OrderBlock['signal']> }) => (
  <Link to={`/signals?hook=${hookId}&signal=${signalId}`}>Opened by a signal</Link>
);
