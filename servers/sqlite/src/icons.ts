// Icons: lines in a grey that is readable on light and dark.
import { icon, type Icon } from '@mcp/runtime';

const draw = (path: string): readonly Icon[] => [icon(path)];

const TABLE = 'M3 4h18v16H3zM3 9h18M9 9v11';

export const databaseIcon = draw('M4 6c0-4 16-4 16 0v12c0 4-16 4-16 0zM4 6c0 4 16 4 16 0M4 12c0 4 16 4 16 0');
export const readIcon = draw(TABLE);
export const rowsIcon = draw(`${TABLE}M3 14h18`);
export const writeIcon = draw('M4 20l1-4L16 5l3 3L8 19zM14 7l3 3');
export const undoIcon = draw('M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3');
export const batchIcon = draw('M4 6h16M4 12h16M4 18h10M18 15v6M15 18h6');
export const createIcon = draw('M4 4h16v16H4zM12 8v8M8 12h8');
export const schemaIcon = draw('M4 4h6v6H4zM14 14h6v6h-6zM7 10v7h7');
export const listIcon = draw('M4 6h2M4 12h2M4 18h2M9 6h11M9 12h11M9 18h11');
export const describeIcon = draw('M6 3h8l4 4v14H6zM14 3v4h4M9 11h6M9 15h6');
export const planIcon = draw('M5 4v12h6M5 9h6M14 9h5M14 16h5');
export const searchIcon = draw('M10 4a6 6 0 1 1 0 12a6 6 0 0 1 0-12M15 15l6 6');

/** The server's icon is also a PNG, because some clients show no other format. */
export const serverIcons: readonly Icon[] = [
  ...databaseIcon,
  {
    src:
      'data:image/png;base64,' +
      'iVBORw0KGgoAAAANSUhEUgAAADAAAAAwAQMAAABtzGvEAAAABlBMVEUAAACAgICSabkkAAAAAXRSTlMAQObYZgAAAG5JREFUeNqV' +
      'kEEKgDAMBFd68OgTfEqfVp/Wm89Q8AMeBUvXDaQnpWAgGQjZhQ3QrVhsjuQuzOQlJLIKzIHAoIO4IJzAlBEyrBt8aSeCCQwqYSNv' +
      'YSUPE8QSXvJP/PBM9ZenR/FgLaaH9hcg1f7DHg/PZD/TTFxHAAAAAElFTkSuQmCC',
    mimeType: 'image/png',
    sizes: ['48x48'],
  },
];
