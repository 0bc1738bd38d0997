// Exports of a package's entry points, and whether their declarations are documented.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from './workspace.ts';

/** One exported symbol and the file that declares it, relative to the root. */
export interface Exported {
  readonly name: string;
  readonly file: string;
}

const DECLARATION = '(?:abstract )?(?:async )?(?:function|class|const|interface|type)';

/** Returns all exports of an entry point. */
export const exportsOf = (file: string): Exported[] => {
  const text = read(file);
  const own = [...text.matchAll(new RegExp(`^export ${DECLARATION} (\\w+)`, 'gm'))];
  const others = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from '\.\/([^']+)';/gm)];
  return [
    ...own.map(([, name = '']) => ({ name, file })),
    ...others.flatMap(([, names = '', from = '']) =>
      names
        .split(',')
        .map((name) => name.replace(/^\s*(?:type )?/, '').trim())
        .filter((name) => name !== '')
        .map((name) => ({ name, file: posix.join(posix.dirname(file), from) })),
    ),
  ];
};

/** Returns the docstring right before the declaration of a symbol, if it has one. */
export const docstringOf = ({ name, file }: Exported): string | undefined => {
  const pattern = new RegExp(`(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/)\\nexport ${DECLARATION} ${name}\\b`);
  return pattern.exec(read(file))?.[1];
};

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
