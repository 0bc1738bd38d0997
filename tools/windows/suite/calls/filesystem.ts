// Every tool of the filesystem server.
import { call, type Trial } from './call.ts';

export const filesystem: Trial = {
  prepare: (place) => {
    place.write({
      'notes.txt': 'one\r\ntwo\r\n',
      'docs/guide.md': '# Guide\n',
      'docs/deep/a b.txt': 'needle\n',
    });
    return undefined;
  },
  args: ({ path }) => [path],
  calls: ({ at }) => [
    call('list_allowed_directories'),
    call('list_directory', { path: '.' }, /\[DIR\] docs/),
    call('list_directory', { path: String.raw`docs\deep` }, /\[FILE\] a b\.txt/),
    call('list_directory', { path: 'docs/deep' }, /\[FILE\] a b\.txt/),
    call('directory_tree', { path: '.' }, /guide\.md/),
    call('search_files', { path: '.', pattern: '**/*.txt' }, /docs\\deep\\a b\.txt/),
    call('search_files', { path: at('docs'), pattern: 'deep/*.txt' }, /docs\\deep\\a b\.txt/),
    call('search_file_contents', { path: '.', query: 'needle' }, /docs\\deep\\a b\.txt/),
    call('read_text_file', { path: 'notes.txt' }, /one/),
    call('read_text_file', { path: at('notes.txt').toUpperCase() }, /one/),
    call('read_media_file', { path: 'docs/guide.md' }),
    call('read_multiple_files', { paths: ['notes.txt', String.raw`docs\guide.md`] }, /Guide/),
    call('get_file_info', { path: 'notes.txt' }),
    call('write_file', { path: 'new/made.txt', content: 'made\n', createParents: true }, /wrote/),
    call('write_file', { path: 'new/made.txt', content: 'more\n', mode: 'append' }),
    call('edit_file', { path: 'notes.txt', edits: [{ oldText: 'two', newText: 'zwei' }] }, /zwei/),
    call(
      'replace_in_files',
      { path: '.', glob: '**/*.txt', find: 'needle', replace: 'pin' },
      /docs\\deep\\a b\.txt/,
    ),
    call('create_directory', { path: at('new', 'folder') }),
    call('move_file', { source: 'new/made.txt', destination: String.raw`new\folder\moved.txt` }),
    call('copy_file', { source: 'docs', destination: 'copy', recursive: true }),
    call(
      'delete_file',
      { path: String.raw`copy\guide.md`, permanent: true },
      /deleted copy\\guide\.md for good/,
    ),
    call('write_file', { path: 'undone.txt', content: 'x' }),
    call('undo_last_change', {}, /undone\.txt: deleted, as it was new/),
  ],
};
