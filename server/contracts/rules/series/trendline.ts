/** `time` is epoch ms. */
export interface TimedPrice {
  time: number;
  price: number;
}

export interface Trend {
  /** The earlier point. */
  from: TimedPrice;
  to: TimedPrice;
  /** Constant in percent instead of in price: straight on a logarithmic scale. */
  logarithmic: boolean;
}

/** Level of a line through two points at a time, also before and after them. */
export function trendLevel({ from, to, logarithmic }: Trend, time: number): number {
  const share = (time - from.time) / (to.time - from.time);
  if (logarithmic) return from.price * (to.price / from.price) ** share;
  return from.price + (to.price - from.price) * share;
}
