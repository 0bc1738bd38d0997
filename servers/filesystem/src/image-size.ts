// Image size: reads width and height from the header of a PNG, GIF, WebP or JPEG.

/** Returns the size in pixels, like `64 × 48`, or undefined for another format or a damaged header. */
export const imageSize = (bytes: Buffer): string | undefined => {
  const type = bytes.toString('latin1', 0, 16);
  const has = (length: number): boolean => bytes.length >= length;
  if (type.startsWith('\x89PNG') && has(24)) return `${bytes.readUInt32BE(16)} × ${bytes.readUInt32BE(20)}`;
  if (type.startsWith('GIF8') && has(10)) return `${bytes.readUInt16LE(6)} × ${bytes.readUInt16LE(8)}`;
  if (type.startsWith('RIFF') && has(30)) return webpSize(bytes, type.slice(8));
  return type.startsWith('\xff\xd8') ? jpegSize(bytes) : undefined;
};

const webpSize = (bytes: Buffer, form: string): string | undefined => {
  if (form === 'WEBPVP8X') return `${bytes.readUIntLE(24, 3) + 1} × ${bytes.readUIntLE(27, 3) + 1}`;
  if (form === 'WEBPVP8 ') return `${bytes.readUInt16LE(26) & 0x3fff} × ${bytes.readUInt16LE(28) & 0x3fff}`;
  if (form !== 'WEBPVP8L') return undefined;
  const bits = bytes.readUInt32LE(21);
  return `${(bits & 0x3fff) + 1} × ${((bits >>> 14) & 0x3fff) + 1}`;
};

const jpegSize = (bytes: Buffer): string | undefined => {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt8(at + 1);
    // C4, C8 and CC are tables.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return `${bytes.readUInt16BE(at + 7)} × ${bytes.readUInt16BE(at + 5)}`;
  }
  return undefined;
};
