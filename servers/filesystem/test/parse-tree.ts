// Tree parser: reads the output of directory_tree.

/** An entry; directories have children. */
export interface TreeNode {
  readonly name: string;
  readonly type: 'file' | 'directory';
  readonly children?: TreeNode[];
  readonly truncated?: true;
}

/** Returns the top entries. */
export const parseTree = (text: string): TreeNode[] => {
  const top: TreeNode[] = [];
  const open = [top];
  for (const line of text === '' || text === 'No entries' ? [] : text.split('\n')) {
    const [, indent = '', name = '', mark] = /^((?: {2})*)(.*?)(\/(?: …)?)?$/.exec(line) ?? [];
    const depth = indent.length / 2;
    const children: TreeNode[] = [];
    const node: TreeNode =
      mark === undefined
        ? { name, type: 'file' }
        : { name, type: 'directory', children, ...(mark === '/' ? {} : { truncated: true }) };
    open[depth]?.push(node);
    open[depth + 1] = children;
  }
  return top;
};
