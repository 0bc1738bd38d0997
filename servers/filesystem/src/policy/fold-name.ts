// One spelling for all the names that some file system takes for the same.

// HFS+ ignores these; to a reader they are invisible everywhere.
const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u206A-\u206F\uFE00-\uFE0F\uFEFF]/g;
// Plain lower-case ASCII is most of all names.
const IS_FOLDED = /^[\x20-\x40\x5b-\x7e]*$/;

/**
 * A name without differences of case, of Unicode normalisation (NFKC) and of invisible characters. Two names that any
 * file system takes for the same come out equal; some that are different do too. Made for refusing, not for finding.
 */
export const foldName = (name: string): string => {
  if (IS_FOLDED.test(name)) return name;
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replaceAll(INVISIBLE, '');
};
