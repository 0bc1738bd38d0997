// Which parts of a text have changed, while one edit after the other is made.

/** One part that has changed: where it was, and where it is now. Offsets in bytes. */
export interface Region {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** A part of the present text, and how many bytes take its place. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

/** The regions after more splices, which are in order and do not overlap. What touches becomes one region. */
export const addSplices = (regions: readonly Region[], splices: readonly Splice[]): Region[] => {
  const result: Region[] = [];
  // How much longer the text became by the regions, and becomes by the splices, before the present place.
  let grown = 0;
  let growing = 0;
  let r = 0;
  let s = 0;
  while (r < regions.length || s < splices.length) {
    const start = Math.min(regions[r]?.newStart ?? Infinity, splices[s]?.start ?? Infinity);
    const oldStart = start - grown;
    const newStart = start + growing;
    let end = start;
    for (;;) {
      const region = regions[r];
      const splice = splices[s];
      if (region !== undefined && region.newStart <= end) {
        end = Math.max(end, region.newEnd);
        grown += region.newEnd - region.newStart - (region.oldEnd - region.oldStart);
        r++;
      } else if (splice !== undefined && splice.start <= end) {
        end = Math.max(end, splice.end);
        growing += splice.length - (splice.end - splice.start);
        s++;
      } else break;
    }
    result.push({ oldStart, oldEnd: end - grown, newStart, newEnd: end + growing });
  }
  return result;
};
