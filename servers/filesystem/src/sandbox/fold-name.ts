// One spelling for all the names that some file system takes for the same.

// Plain lower-case ASCII is most of all names.
const IS_FOLDED = /^[\x20-\x40\x5b-\x7e]*$/;

/**
 * A name without differences of case, of Unicode normalisation (NFKC) and of invisible characters. Two names that any
 * file system takes for the same come out equal; some that are different do too. Made for refusing, not for finding.
 */
export const foldName = (name: string): string => {
  if (IS_FOLDED.test(name)) return name;
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  // HFS+ ignores these; to a reader they are invisible everywhere. Made here: V8 reads tables of Unicode for it.
  return folded.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
};
