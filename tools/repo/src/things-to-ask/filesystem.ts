// Things to ask about files.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pdf, type Things } from './thing.ts';

const FILES: Readonly<Record<string, string>> = {
  'src/invoice.ts': 'export const total = (prices: number[]) => prices.length;\n',
  'src/main.ts': "import { total } from './invoice.ts';\n\nconsole.log(total([1, 2]));\n",
  'letter.docx': 'A letter.',
  'offer.docx': 'An offer, which is longer.',
  'Invoice March.pdf': pdf('The insurance costs 120 euros a year.'),
};

export const filesystem: Things = {
  title: 'Your files',
  server: 'filesystem',
  args: ['.'],
  prepare: (folder) => {
    mkdirSync(join(folder, 'src'));
    // The server's home is this folder. In a container it uses an existing trash but does not create one.
    mkdirSync(join(folder, '.local/share/Trash'), { recursive: true, mode: 0o700 });
    for (const [path, content] of Object.entries(FILES)) writeFileSync(join(folder, path), content);
  },
  things: [
    {
      say: 'Summarise this PDF.',
      habit: [['read_file', { path: 'Invoice March.pdf' }, /The insurance costs 120 euros a year\./]],
      calls: [['read_text_file', { path: 'Invoice March.pdf' }, /The insurance costs 120 euros a year\./]],
    },
    {
      say: 'Find my invoice.',
      habit: [['search_files', { pattern: 'invoice' }, /^.*Invoice March\.pdf$/m]],
      calls: [['search_files', { path: '.', pattern: 'invoice' }, /^.*Invoice March\.pdf$/m]],
    },
    {
      say: 'What are my largest files?',
      habit: [['search_files', { pattern: '*', sort: 'size', limit: 3 }, /Invoice March\.pdf/]],
      calls: [
        [
          'search_files',
          { path: '.', pattern: '*.{docx,pdf}', type: 'file', sort: 'size', limit: 2 },
          /Invoice March\.pdf|offer\.docx/g,
        ],
      ],
    },
    {
      say: 'Tidy my folder: move all letters and offers to “archive”.',
      habit: [
        ['list_directory', { path: '.' }, /letter\.docx/],
        ['create_directory', { path: 'archive' }, /archive/],
        ['move_file', { source: 'letter.docx', destination: 'archive/' }, /letter\.docx/],
        ['move_file', { source: 'offer.docx', destination: 'archive/' }, /offer\.docx/],
      ],
      calls: [
        ['search_files', { path: '.', pattern: '*.docx' }, /letter\.docx|offer\.docx/g],
        [
          'move_file',
          {
            moves: ['letter.docx', 'offer.docx'].map((name) => ({
              source: name,
              destination: `archive/${name}`,
            })),
            createParents: true,
          },
          /Successfully moved .*/g,
        ],
      ],
    },
    {
      say: 'Delete the old letter. … No, bring it back.',
      calls: [
        ['delete_file', { path: 'archive/letter.docx' }, /.*letter\.docx.*/],
        ['undo_last_change', {}, /.*letter\.docx.*/],
      ],
    },
    {
      say: 'Rename the function “total” to “count” everywhere.',
      habit: [
        ['search_file_contents', { path: 'src', pattern: 'total' }, /invoice\.ts/],
        ['replace_in_files', { path: 'src', search: 'total', replace: 'count' }, /3 .* 2 files/],
      ],
      calls: [
        [
          'replace_in_files',
          { path: 'src', find: 'total', replace: 'count', wholeWord: true },
          /.*3 .* 2 files.*/,
        ],
      ],
    },
  ],
};
