// Editing process: makes many edits of one file like a host's server, and prints the reported lines.
import { FileError } from '@mcp/files';
import { editFile } from '../../src/edit/edit-file.ts';
import { filesIn } from '../setup.ts';

const [root = '', name = '', count = '0', held] = process.argv.slice(2);
const files = filesIn([root], { anchoring: held === 'checked' ? 'checked' : 'descriptor' });
const edit = async (line: string): Promise<string[]> => {
  const edits = [{ oldText: `${line} old\n`, newText: `${line} new\n` }];
  for (;;) {
    try {
      const request = { edits, dryRun: false, maxDiffBytes: 100, signal: new AbortController().signal };
      await editFile(files, 'a.txt', request);
      return [line];
    } catch (error) {
      // Another process was faster; a host would call again.
      if (!(error instanceof FileError) || error.code !== 'changed') throw error;
    }
  }
};

// All start at the same moment.
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const lines = Array.from({ length: Number(count) }, (_, i) => `${name}${i}`);
const made = await Promise.all(lines.map((line) => edit(line)));
process.stdout.write(JSON.stringify(made.flat()));
process.stdin.unref();
