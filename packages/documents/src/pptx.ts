// The text of slides, in their order, with the notes of the speaker.
import type { DocumentPart, DocumentText } from './document.ts';
import { TableWriter, TextWriter } from './text-writer.ts';
import { Parts, type XmlHandlers } from './zip.ts';

const PRESENTATION = 'ppt/presentation.xml';

/** @throws {DocumentError} `unreadable` when it is damaged, `too_large`. */
export const readPptx = (bytes: Uint8Array): DocumentText => {
  const parts = new Parts(bytes);
  const relations = parts.relations(PRESENTATION);
  const slides: string[] = [];
  parts.read(PRESENTATION, {
    open: ({ name, attributes }) => {
      const path = name === 'sldId' ? relations.get(attributes['r:id'] ?? '') : undefined;
      if (path !== undefined) slides.push(path);
    },
  });
  return { kind: 'pptx', parts: slides.map((path, index) => readSlide(parts, path, index + 1)), notes: [] };
};

const readSlide = (parts: Parts, path: string, number: number): DocumentPart => {
  const text = new TextWriter();
  parts.read(path, toParagraphs(text));
  const notes = [...parts.relations(path).values()].find((target) => target.includes('/notesSlides/'));
  if (notes !== undefined) {
    const said = new TextWriter();
    parts.readIfThere(notes, toParagraphs(said));
    // The number of the slide stands among them.
    const spoken = said.toString().replace(new RegExp(`(?:^|\\n+)${number}$`), '');
    if (spoken !== '') text.block(`Notes: ${spoken}`);
  }
  return { title: `Slide ${number}`, text: text.toString() };
};

const toParagraphs = (out: TextWriter): XmlHandlers => {
  let table: TableWriter | undefined;
  let paragraph = '';
  let isText = false;
  let fallback = 0;
  return {
    open: ({ name }) => {
      if (name === 'Fallback') fallback++;
      if (name === 't') isText = true;
      else if (name === 'br') paragraph += '\n';
      else if (name === 'tab') paragraph += '\t';
      else if (name === 'tbl') table = new TableWriter();
    },
    text: (text) => {
      if (isText && fallback === 0) paragraph += text;
    },
    close: (name) => {
      if (name === 'Fallback') fallback--;
      else if (name === 't') isText = false;
      else if (name === 'p') {
        if (table === undefined) out.paragraph('', paragraph);
        else table.text(paragraph);
        paragraph = '';
      } else if (name === 'tc') table?.endCell();
      else if (name === 'tr') table?.endRow();
      else if (name === 'tbl') {
        out.block(table?.toString() ?? '');
        table = undefined;
      }
    },
  };
};
