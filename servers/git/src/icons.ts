// Icons: one family of line drawings in a grey that is readable on light and dark.
import { icon, type Icon } from '@mcp/runtime';

const draw = (path: string): readonly Icon[] => [icon(path)];

const dot = (x: number, y: number): string => `M${x + 2} ${y}a2 2 0 1 1-4 0 2 2 0 0 1 4 0z`;
const FORK = `${dot(6, 4)}${dot(6, 20)}${dot(18, 8)}M6 6v12M18 10c0 4-12 2-12 6`;
const FILE = 'M6 3h8l4 4v14H6z';

export const branchIcon = draw(FORK);
export const statusIcon = draw(`${FILE}M9 13l2 2 4-5`);
export const diffIcon = draw(`${FILE}M9 10h6M12 7v6M9 17h6`);
export const logIcon = draw('M4 6h2M4 12h2M4 18h2M9 6h11M9 12h11M9 18h11');
export const showIcon = draw('M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z');
export const blameIcon = draw('M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-8 16-8 16 0');
export const tagIcon = draw(`M3 3h9l9 9-9 9-9-9z${dot(8, 8)}`);
export const stashIcon = draw('M3 5h18v4H3zM5 9v11h14V9M10 13h4');
export const remoteIcon = draw('M7 18a4 4 0 0 1 0-8 5 5 0 0 1 10-1 4.5 4.5 0 0 1 0 9z');
export const worktreeIcon = draw('M3 6h6l2 3h10v10H3z');
export const filesIcon = draw(`${FILE}M9 11h6M9 15h6`);
export const mergeIcon = draw(`${dot(6, 4)}${dot(6, 20)}${dot(18, 12)}M6 6v12M6 6c0 4 6 6 10 6`);
export const addIcon = draw('M4 4h16v16H4zM12 8v8M8 12h8');
export const commitIcon = draw('M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM2 12h6M16 12h6');
export const undoIcon = draw('M8 5L3 10l5 5M3 10h11a6 6 0 0 1 0 10h-3');
export const switchIcon = draw('M4 8h15l-4-4M20 16H5l4 4');

/** The server's icon is also a PNG, the only format that every client can show: 48 by 48, the same fork. */
export const serverIcons: readonly Icon[] = [
  ...branchIcon,
  {
    src:
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAADAAAAAwAQMAAABtzGvEAAAABlBMVEUAAACAgICSabkkAAAAAXRSTlMAQObYZgAAAGtJREFUeNpj' +
      'YEAFNhDqP5hk/N+ARDE/PwCmDqNQEEGQEhsI9R+sHazHBkaBVdlA9CAoiCCqSrB2IFUDphh/gCl5MMX+/wOIqv8PstH+/z8GMPUA' +
      'TP0Au9ce7E4GOxSvYKXI8R+CgmqHGYYMANMBPRnsvIWNAAAAAElFTkSuQmCC',
    mimeType: 'image/png',
    sizes: ['48x48'],
  },
];
