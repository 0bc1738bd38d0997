// Icons from the data of a path, so that the tools of a server look like one family.
import type { Icon } from '../protocol/types.ts';

/**
 * An icon of lines from the `d` of an SVG path on a field of 24 by 24 (basic, "Icons"). The grey is readable on light and
 * dark.
 */
export function icon(path: string): Icon {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#808080" stroke-width="2"><path d="${path}"/></svg>`;
  return { src: `data:image/svg+xml;base64,${btoa(svg)}`, mimeType: 'image/svg+xml', sizes: ['any'] };
}
