// toAge: tells the user how old a commit is.
const format = new Intl.RelativeTimeFormat('en', { style: 'narrow' });

/** Returns `3h ago`, or the date for a time in the future or at least 30 days ago. */
export const toAge = (date: string): string => {
  const days = (Date.now() - Date.parse(date)) / 86_400_000;
  if (!(days >= 0 && days < 30)) return date.slice(0, 10);
  if (days >= 1) return format.format(-Math.floor(days), 'day');
  if (days * 24 >= 1) return format.format(-Math.floor(days * 24), 'hour');
  return format.format(-Math.floor(days * 24 * 60), 'minute');
};
