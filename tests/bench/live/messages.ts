/** What the bench tells a channel process. */
export type ChannelOrder = { do: 'tick'; times: number; every: number } | { do: 'weigh' };

export interface Ticked {
  /** CPU of the process, user and system, in µs. */
  cpu: number;
  /** When each tick was published, UTC epoch ms with fractions. */
  at: number[];
}

export interface Opening {
  port: number;
  /** Cookies are numbered from here on. */
  first: number;
  count: number;
  /** As a page does over STOMP; the floor sends to every socket. */
  subscribes: boolean;
}

/** What the bench tells a process of readers. */
export type ReadersOrder = ({ do: 'open' } & Opening) | { do: 'await'; port: number; ticks: number };

export const wallTime = (): number => performance.timeOrigin + performance.now();
