import { toast } from './toast.ts';

/** `what` completes the message if copying is not allowed: 'the address'. */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('Copied to clipboard', { id: 'copied' });
  } catch {
    toast.warning(`Copying is not allowed here. Select ${what} and copy it.`, { id: 'copied' });
  }
}
