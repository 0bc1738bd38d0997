// Icons, all drawn as grey lines that are readable on light and dark backgrounds.
import { icon, type Icon } from '@mcp/runtime';

const draw = (path: string): readonly Icon[] => [icon(path)];

const FOLDER = 'M3 6h6l2 3h10v10H3z';
const FILE = 'M6 3h8l4 4v14H6z';

export const folderIcon = draw(FOLDER);
export const fileIcon = draw(`${FILE}M14 3v4h4`);
export const readIcon = draw(`${FILE}M9 11h6M9 15h6`);
export const filesIcon = draw('M8 3h8l3 3v11H8zM8 7H5v14h10v-4');
export const imageIcon = draw('M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 5M15 9h1');
export const infoIcon = draw('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v6M12 7v1');
export const moveIcon = draw('M3 12h15M13 6l6 6-6 6');
export const copyIcon = draw('M9 9h11v12H9zM9 15H4V3h11v6');
export const deleteIcon = draw('M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14');
export const undoIcon = draw('M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3');
export const addFolderIcon = draw(`${FOLDER}M12 11v6M9 14h6`);
export const summaryIcon = draw('M4 5h16M4 10h16M4 15h10M4 20h6');
export const writeIcon = draw('M4 20l1-4L16 5l3 3L8 19zM14 7l3 3');
export const editIcon = draw('M12 20h8M5 15L15 5l3 3L8 18H5z');
export const treeIcon = draw('M5 3v15h5M5 9h5M10 7h10v4H10zM10 16h10v4H10z');
export const listIcon = draw('M4 6h2M4 12h2M4 18h2M9 6h11M9 12h11M9 18h11');
export const searchIcon = draw('M16 10a6 6 0 1 1-12 0 6 6 0 0 1 12 0zM14 14l6 6');
export const shieldIcon = draw('M12 3l8 3v6c0 4-3 7-8 9-5-2-8-5-8-9V6zM9 12l2 2 4-4');
export const reviewIcon = draw('M2 12c5-8 15-8 20 0-5 8-15 8-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z');

/** The server's icon, also as a PNG of 48 by 48 pixels, which is the only format that every client can show. */
export const serverIcons: readonly Icon[] = [
  ...folderIcon,
  {
    src:
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAADAAAAAwAQMAAABtzGvEAAAABlBMVEUAAACAgICSabkkAAAAAXRSTlMAQObYZgAA' +
      'AEBJREFUeNpjYKAKYP//AETx//8AoX4gUww1EMoOQsn///8AQn1g4Gfgh1DsEIqBgYGe1P//YGtRKHYQ9YDcgAAAjSs4xbQoRqYAAAAASUVORK5C' +
      'YII=',
    mimeType: 'image/png',
    sizes: ['48x48'],
  },
];
