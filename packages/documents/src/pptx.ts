// Reads slides in order, with the speaker's notes.
import type { DocumentPart, DocumentText } from './document.ts';
import { Parts } from './office-parts.ts';
import { toParagraphs } from './paragraphs.ts';
import { TextBudget, TextWriter } from './text-writer.ts';

const PRESENTATION = 'ppt/presentation.xml';

/** @throws {DocumentError} `unreadable` if it is damaged, `too_large`. */
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
  const budget = new TextBudget();
  const read = slides.map((path, index) => readSlide(parts, path, index + 1, budget));
  return { kind: 'pptx', parts: read, notes: [] };
};

const readSlide = (parts: Parts, path: string, number: number, budget: TextBudget): DocumentPart => {
  const text = new TextWriter(budget);
  parts.read(path, toParagraphs(text));
  const notes = [...parts.relations(path).values()].find((target) => target.includes('/notesSlides/'));
  if (notes !== undefined) {
    const writer = new TextWriter();
    parts.readIfThere(notes, toParagraphs(writer));
    // The notes contain the number of the slide.
    const spoken = writer.toString().replace(new RegExp(`(?:^|\\n+)${number}$`), '');
    if (spoken !== '') text.block(`Notes: ${spoken}`);
  }
  return { title: `Slide ${number}`, text: text.toString() };
};
