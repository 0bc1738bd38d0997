// YAML: an edit changes one member and keeps the comments.
import { parse, parseDocument } from 'yaml';
import type { Editor } from './editor.ts';

/** Formats the document again. The caller verifies data and comments. */
export const yaml: Editor = {
  parse: (text) => (parse(text) as unknown) ?? {},
  change: (text, { path, entry }) => {
    const document = parseDocument(text);
    if (entry === undefined) document.deleteIn(path);
    else document.setIn(path, document.createNode(entry));
    return document.toString({ lineWidth: 0 });
  },
};
