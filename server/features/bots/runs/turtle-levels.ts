import { Big } from 'big.js';
import type { StoredTurtle, TurtleLevels } from '../../../domain/strategies/signals/turtle-levels.ts';

/** As JSON. */
export const storedLevels = ({ signalAt, breakout, exit }: TurtleLevels): StoredTurtle => ({
  signalAt,
  breakout: breakout && { trigger: breakout.trigger.toFixed(), range: breakout.range.toFixed() },
  exit: exit?.toFixed() ?? null,
});

export const readLevels = ({ signalAt, breakout, exit }: StoredTurtle): TurtleLevels => ({
  signalAt,
  breakout: breakout && { trigger: new Big(breakout.trigger), range: new Big(breakout.range) },
  exit: exit === null ? null : new Big(exit),
});
