// Changes one member of YAML, with its comments kept.
import { parseDocument } from 'yaml';
import { EditError, isTree, type Editor } from './editor.ts';

/** The document is written anew; what it says and its comments are checked. */
export const yaml: Editor = {
  parse: (text) => {
    const document = parseDocument(text);
    const [error] = document.errors;
    if (error !== undefined) throw new EditError(`its YAML is broken: ${error.message.split('\n')[0]}`);
    const data: unknown = document.toJS() ?? {};
    if (!isTree(data)) throw new EditError('its YAML is not an object');
    return data;
  },
  change: (text, { path, entry }) => {
    const document = parseDocument(text);
    if (entry === undefined) document.deleteIn(path);
    else document.setIn(path, document.createNode(entry));
    return document.toString({ lineWidth: 0 });
  },
};
