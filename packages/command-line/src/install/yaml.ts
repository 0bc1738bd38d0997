// Changes one member of YAML, with its comments kept.
import { parse, parseDocument } from 'yaml';
import type { Editor } from './editor.ts';

/** The document is written anew; what it says and its comments are checked. */
export const yaml: Editor = {
  parse: (text) => (parse(text) as unknown) ?? {},
  change: (text, { path, entry }) => {
    const document = parseDocument(text);
    if (entry === undefined) document.deleteIn(path);
    else document.setIn(path, document.createNode(entry));
    return document.toString({ lineWidth: 0 });
  },
};
