// git_revert: undoes a commit with a new one.
import { undoIcon } from '../icons.ts';
import { writtenByRevert } from '../write/overwritten.ts';
import { integrationTool } from './integration.ts';

export const gitRevert = integrationTool({
  name: 'git_revert',
  title: 'Revert',
  description: 'Create a commit that undoes another one.',
  icons: undoIcon,
  integration: {
    command: 'revert',
    marker: 'REVERT_HEAD',
    options: ['--no-edit', '--no-rerere-autoupdate'],
    written: writtenByRevert,
  },
  revision: 'Commit to revert',
  verb: 'reverting',
});
