// JSON with or without comments: an edit changes only the text of one member.
import { applyEdits, modify, parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import type { Editor } from './editor.ts';

/** Accepts comments, because a host that does not would have refused the file already. */
export const json: Editor = {
  parse: (text) => {
    if (text.trim() === '') return {};
    const errors: ParseError[] = [];
    const data: unknown = parse(text, errors, { allowTrailingComma: true });
    const [error] = errors;
    if (error === undefined) return data;
    const line = text.slice(0, error.offset).split('\n').length;
    throw new SyntaxError(`${printParseErrorCode(error.error)} in line ${line}`);
  },
  change: (text, { path, entry }) => {
    const source = text.trim() === '' ? '{}\n' : text;
    const formattingOptions = { ...indentOf(source), eol: source.includes('\r\n') ? '\r\n' : '\n' };
    return applyEdits(source, modify(source, [...path], entry, { formattingOptions }));
  },
};

function indentOf(text: string): { readonly insertSpaces: boolean; readonly tabSize: number } {
  const [, indent = '  '] = /^([ \t]+)\S/m.exec(text) ?? [];
  return { insertSpaces: !indent.includes('\t'), tabSize: indent.includes('\t') ? 1 : indent.length };
}
