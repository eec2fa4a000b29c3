/** Orders whose id is remembered by the id that we gave them. */
const REMEMBERED = 5_000;

export interface OrderIds {
  remember(clientOrderId: string, orderId: string): void;
  find(clientOrderId: string): string | undefined;
}

export function createOrderIds(): OrderIds {
  const ids = new Map<string, string>();
  return {
    find: (clientOrderId) => ids.get(clientOrderId),
    remember(clientOrderId, orderId) {
      ids.delete(clientOrderId);
      ids.set(clientOrderId, orderId);
      const [oldest] = ids.keys();
      if (ids.size > REMEMBERED && oldest !== undefined) ids.delete(oldest);
    },
  };
}
