import { checkSession } from '../features/accounts/session.ts';
import { createQueryClient } from '../lib/query-client.ts';

export const client = createQueryClient({ onUnauthorized: () => void checkSession(client) });
