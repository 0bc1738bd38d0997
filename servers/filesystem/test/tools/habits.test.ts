// Habits: the call a model tries first succeeds, or its answer names the right call.
import { expect, test } from 'vitest';
import { call, temporary, textOf } from '../setup.ts';

const FILES = {
  'src/invoice.ts': 'export const total = 1;\n',
  'src/main.ts': "import { total } from './invoice.ts';\nconsole.log(total);\n",
  'letter.docx': 'A letter.',
  'archive/old.docx': 'A letter.',
  'Invoice March.csv': 'insurance,120\n',
  'app.log': 'error 1\nok\nerror 2\nerror 3\n',
};

type Habit = readonly [asked: string, tool: string, args: object, says: RegExp];

test.each<Habit>([
  ['find my invoice', 'search_files', { pattern: 'invoice' }, /Invoice March\.csv\n.*src\/invoice\.ts$/],
  ['find my invoice', 'search_files', { query: '*invoice*' }, /Invoice March\.csv\n.*src\/invoice\.ts/],
  ['find my invoice', 'search_files', { pattern: '**/*invoice*.csv' }, /Invoice March\.csv$/],
  ['find Word files', 'search_files', { glob: '*.docx' }, /letter\.docx\n.*archive\/old\.docx/],
  ['find Word files', 'search_files', { pattern: '.*\\.docx$' }, /is a glob, not a regular expression/],
  ['find a report', 'search_files', { pattern: 'report.*' }, /^No matches found$/],
  ['largest files', 'search_files', { sortBy: 'size', limit: 1 }, /src\/main\.ts \(58 bytes/],
  ['largest files', 'search_files', { sort: 'largest' }, /must be one of "size","time","name"/],
  ['largest files', 'list_directory_with_sizes', { sortBy: 'size' }, /^\[FILE\] app\.log +27 B\n/],
  ['same files', 'search_files', { duplicates: true }, /old\.docx \(9 bytes, .*, same as .*letter\.docx\)$/],
  [
    'what the insurance costs',
    'search_file_contents',
    { query: 'Insurance' },
    /caseSensitive: false finds it/,
  ],
  ['what the insurance costs', 'search_file_contents', { pattern: 'insurance' }, /insurance,120/],
  ['last errors', 'search_file_contents', { path: 'app.log', query: 'error', last: 1 }, /^.*\n4: error 3\n/],
  ['read my code', 'read_multiple_files', { paths: 'src/invoice.ts' }, /^src\/invoice\.ts:\nexport/],
  ['read my code', 'read_multiple_files', { paths: '["src/invoice.ts"]' }, /^src\/invoice\.ts:\nexport/],
  ['look around', 'directory_tree', { excludePatterns: 'src' }, /^(?![^]*src)[^]*app\.log\narchive\//],
  ['find code', 'search_files', { pattern: '*.ts', excludePatterns: 'main*' }, /invoice\.ts$/],
  ['find code', 'search_file_contents', { query: 'total', glob: 'main.ts' }, /^[^\n]*main\.ts\n1: /],
  ['find code', 'search_file_contents', { query: 'total', glob: ['in*', 'b*'] }, /^[^\n]*invoice\.ts\n1: /],
  [
    'what the insurance costs',
    'search_file_contents',
    { query: '/INSUR\\w+/i' },
    /insurance,120\n.*\[Searched for INSUR\\w\+ in any case/s,
  ],
  ['find a path', 'search_file_contents', { query: '/invoice.ts' }, /main\.ts\n1: import/],
  [
    'read a part',
    'read_text_file',
    { path: 'app.log', startLine: 2, endLine: 3 },
    /^ok\nerror 2\n\[Lines 2 to 3/,
  ],
  ['read a part', 'read_text_file', { path: 'app.log', end_line: 1 }, /^error 1\n\[Lines 1 to 1/],
  [
    'read a part',
    'read_text_file',
    { path: 'app.log', start_line: 3, end_line: 2 },
    /^endLine 2 comes before line 3/,
  ],
  ['read a file', 'read_multiple_files', { path: 'app.log' }, /^app\.log:\nerror 1\n/],
  ['write a note', 'write_file', { path: 'a.txt', contents: 'a' }, /"contents" is called "content" here/],
  [
    'largest files',
    'search_files',
    { sort: 'size', maxResults: 1 },
    /^\[1 of 8; a higher limit shows more\.\]\n.*main\.ts/,
  ],
  ['last errors', 'read_text_file', { path: 'app.log', tail: 1 }, /^error 3\n/],
  ['tidy up', 'move_file', { source: 'letter.docx', destination: 'archive' }, /to archive\/letter\.docx/],
  ['tidy up', 'move_file', { from: 'letter.docx', to: 'new/' }, /Set createParents to make it/],
  ['tidy up', 'move_file', { source: '*.docx', destination: 'archive' }, /list_directory or search_files/],
  ['copy my code', 'copy_file', { source: 'src', destination: 'backup' }, /Set recursive to copy it/],
  ['rename total', 'replace_in_files', { search: 'total', replace: 'sum' }, /^Replaced 3 places in 2 files/],
  [
    'rename total',
    'replace_in_files',
    { path: 'src/main.ts', find: 'total', replace: 'x' },
    /2 places in 1 file/,
  ],
  ['rename total', 'replace_in_files', { find: 'TOTAL', replace: 'x' }, /caseSensitive: false replaces it/],
  [
    'change a line',
    'edit_file',
    { file_path: 'src/invoice.ts', old_string: 'total', new_string: 'sum', replace_all: true },
    /\+export const sum = 1;/,
  ],
  [
    'change a line',
    'edit_file',
    { path: 'src/main.ts', oldText: 'total', newText: 'x' },
    /or set replaceAll/,
  ],
  ['change a line', 'edit_file', { path: 'src/main.ts' }, /Give edits, or cells of a workbook/],
  ['write a note', 'write_file', { file_path: 'new/a.txt', content: 'a' }, /Set createParents to make it/],
  ['checksum', 'get_file_info', { path: 'app.log', sha256: true }, /sha256: [\da-f]{64}/],
  ['delete it', 'delete_directory', { path: 'archive' }, /Set recursive to delete everything in it/],
  [
    'delete it',
    'remove_directory',
    { path: 'archive', recursive: true, permanent: true },
    /^Successfully del/,
  ],
  ['delete it', 'delete_file', { path: 'archive' }, /Set recursive to delete everything in it/],
])('%s: %s %j', async (_, tool, args, says) => {
  using dir = temporary(FILES);
  expect(textOf(await call(dir.server, tool, args))).toMatch(says);
});
