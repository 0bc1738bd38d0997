// Icons: line drawings in a grey that is readable on light and dark backgrounds.
import { icon, type Icon } from '@mcp/runtime';

const draw = (path: string): readonly Icon[] => [icon(path)];

const FILE = 'M6 3h8l4 4v14H6z';

export const fetchIcon = draw('M12 3v11M7 9l5 5 5-5M4 20h16');
export const fetchManyIcon = draw('M8 3v9M4 8l4 4 4-4M16 7v9M12 12l4 4 4-4M4 20h16');
export const documentIcon = draw(`${FILE}M9 11h6M9 15h6`);
export const compareIcon = draw('M4 4h6v16H4zM14 4h6v16h-6z');

/** The server's icon, also as a PNG of 48 by 48, which every client can show. */
export const serverIcons: readonly Icon[] = [
  icon('M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM3 12h18M12 3c-5 6-5 12 0 18 5-6 5-12 0-18z'),
  {
    src: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAADAAAAAwAQMAAABtzGvEAAAABlBMVEUAAACAgICSabkkAAAAAXRSTlMAQObYZgAAAIZJREFUeNp9kLENwzAMBGmoUMkRNIo2MxykyFrMJsoGLFUI+NDJK4EL+0HwGoL8p8il1D8A9p4AC2SgBQrQAxUYgXXUNTB6qYHeSxFZ3FU3SS/Xh0l6tnw3yTua5FuLClj6QxdLm/+A0BkOk8ctc/X3EM/SBC3R4LRL84zCYIzJ0HzBfMip3lD6b+sF1m06AAAAAElFTkSuQmCC',
    mimeType: 'image/png',
    sizes: ['48x48'],
  },
];
