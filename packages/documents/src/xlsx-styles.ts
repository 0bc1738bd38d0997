// Styles of an Excel workbook that show a number as a date or time.
import type { Parts } from './office-parts.ts';

export type DateKind = 'date' | 'time' | 'both';

const BUILT_IN: readonly (readonly [from: number, to: number, kind: DateKind])[] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'both'],
  [27, 31, 'date'],
  [36, 36, 'date'],
  [45, 47, 'time'],
  [50, 54, 'date'],
  [57, 58, 'date'],
];

export const readStyles = (parts: Parts): (DateKind | undefined)[] => {
  const formats = new Map<string, DateKind>();
  const styles: (DateKind | undefined)[] = [];
  let isCell = false;
  parts.readIfThere('xl/styles.xml', {
    open: ({ name, attributes }) => {
      const id = attributes['numFmtId'] ?? '';
      if (name === 'numFmt') {
        const kind = kindOf(attributes['formatCode'] ?? '');
        if (kind !== undefined) formats.set(id, kind);
      } else if (name === 'cellXfs') isCell = true;
      else if (name === 'xf' && isCell) styles.push(formats.get(id) ?? builtIn(Number(id)));
    },
    close: (name) => {
      if (name === 'cellXfs') isCell = false;
    },
  });
  return styles;
};

const builtIn = (id: number): DateKind | undefined =>
  BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2];

/** Returns the kind of a format like `yyyy-mm-dd hh:mm`; undefined for numbers. */
const kindOf = (code: string): DateKind | undefined => {
  // Without texts, colours and conditions.
  const letters = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, '').replaceAll(/\[(?![hms]+\])[^\]]*\]/gi, '');
  if (/general|0|#|\?/i.test(letters.replaceAll(/\.0+/g, ''))) return undefined;
  const hasDate = /[yd]/i.test(letters) || /m/i.test(letters.replaceAll(/[hs][^ymd]*/gi, ''));
  const hasTime = /[hs]/i.test(letters);
  if (hasDate) return hasTime ? 'both' : 'date';
  return hasTime ? 'time' : undefined;
};
