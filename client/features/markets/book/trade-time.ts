/** Creating a format costs more than a hundred uses of it. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** '9:04:31 AM', '19:04:31'. */
export function tradeTime(time: number, locale?: string): string {
  const format = formats.get(locale) ?? new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  formats.set(locale, format);
  return format.format(time);
}
