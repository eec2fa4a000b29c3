/** An indicator that is fed bar by bar. Doubles: statistics, never amounts. Null before there are enough bars. */
export interface Running<In, Out> {
  /** The value if the next bar ended with this; changes nothing. */
  preview(input: In): Out | null;
  /** Takes in a bar that has ended. */
  add(input: In): Out | null;
}
