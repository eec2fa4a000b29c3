import type { OrderNeeds } from './needs.ts';
import { createOrderBook, type OrderBook } from './order-book.ts';

export interface Orders extends OrderNeeds {
  book: OrderBook;
}

export const createOrders = (needs: OrderNeeds): Orders => ({ ...needs, book: createOrderBook(needs) });
