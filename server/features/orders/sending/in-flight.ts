/** Orders whose answer this process is waiting for, by client order id: no other task decides about them meanwhile. */
export function ordersInFlight(afterGap: (clientOrderId: string) => void) {
  const sent = new Map<string, { keyId: string; missed: boolean }>();
  return {
    has: (clientOrderId: string): boolean => sent.has(clientOrderId),
    keyIds: (): string[] => [...sent.values()].map(({ keyId }) => keyId),
    /** The key's stream had a gap: its orders on their way are to be compared once their answer is in. */
    missed(keyId: string): void {
      for (const order of sent.values()) if (order.keyId === keyId) order.missed = true;
    },
    /** Until the returned function is called. */
    begin(clientOrderId: string, keyId: string): () => void {
      const order = { keyId, missed: false };
      sent.set(clientOrderId, order);
      return () => {
        sent.delete(clientOrderId);
        if (order.missed) afterGap(clientOrderId);
      };
    },
  };
}
