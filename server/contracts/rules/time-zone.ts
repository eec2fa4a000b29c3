/** Whether it names a time zone; a zone may have two names, such as Asia/Calcutta and Asia/Kolkata. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}
