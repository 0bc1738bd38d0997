// git_cherry_pick: applies a commit again.
import { commitIcon } from '../icons.ts';
import { writtenByPick } from '../write/overwritten.ts';
import { previewPick } from '../write/preview.ts';
import { integrationTool } from './integration.ts';

export const gitCherryPick = integrationTool({
  name: 'git_cherry_pick',
  title: 'Cherry-pick',
  description: 'Apply the changes of a commit as a new commit on the current branch. Reports conflicts.',
  icons: commitIcon,
  integration: {
    command: 'cherry-pick',
    marker: 'CHERRY_PICK_HEAD',
    options: ['--no-rerere-autoupdate'],
    written: writtenByPick,
    preview: previewPick,
  },
  revision: 'Commit to apply',
  verb: 'picking',
});
