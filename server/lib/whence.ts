/** Where a call came from, as an audit event says it. */
export interface Whence {
  /** A browser in words. */
  device: string;
  address: string;
}
