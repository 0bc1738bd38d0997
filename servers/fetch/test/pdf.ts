// Creates PDF files.

/** The drawing operators of a page. */
export interface PdfPage {
  readonly content: Buffer;
  readonly filter?: string;
}

/** Returns a page of lines. */
export const lines = (...texts: readonly string[]): PdfPage => ({
  content: Buffer.from(`BT /F1 12 Tf 72 720 Td 14 TL ${texts.map((text) => `(${text}) Tj T*`).join(' ')} ET`),
});

/** Returns a PDF of these pages, with one font and a title. */
export const pdf = (pages: readonly PdfPage[]): Buffer => {
  const first = 5;
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(' ');
  const objects: Buffer[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Title (Tide table) /Author (Harbour office) /CreationDate (D:20260302101500Z) >>',
  ].map((text) => Buffer.from(text));
  for (const [index, { content, filter = '' }] of pages.entries())
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + index * 2 + 1} 0 R >>`,
      ),
      Buffer.concat([
        Buffer.from(`<< /Length ${content.length} ${filter} >>\nstream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    );
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(Buffer.concat(parts).length);
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'));
  }
  const start = Buffer.concat(parts).length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer << /Size ${size} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${start}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
};
