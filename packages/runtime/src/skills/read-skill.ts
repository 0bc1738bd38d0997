// readSkill: a skill from its files, with what the frontmatter of SKILL.md says. The only part of the runtime that
// reads YAML.
import { DefinitionError } from '../index.ts';
import { isObject } from '../extensions.ts';
import type { SkillFiles, SkillSource } from './skill.ts';

const FRONTMATTER = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
// A text with ": " in it, which YAML wants in quotes and authors write without.
const UNQUOTED = /^([\w-]+): +([^\s"'[{|>&*!%@`#].*: .*?)[ \t]*$/gm;

/**
 * Reads a skill as authors of skills write them. Needs the package `yaml`.
 *
 * @throws {DefinitionError} without frontmatter, or with one that is not YAML.
 * @example
 * const guide = skills([await readSkill({ 'SKILL.md': await readFile('SKILL.md', 'utf8') })]);
 */
export async function readSkill(files: SkillFiles): Promise<SkillSource> {
  const manifest = files['SKILL.md'];
  if (typeof manifest !== 'string') throw new DefinitionError('a skill needs "SKILL.md", a text');
  const [, block] = FRONTMATTER.exec(manifest) ?? [];
  if (block === undefined)
    throw new DefinitionError(
      'SKILL.md begins with its frontmatter: name and description between two lines "---"',
    );
  const { parse } = await import('yaml');
  try {
    const frontmatter = readBlock(block, parse);
    if (isObject(frontmatter)) return { frontmatter, files };
  } catch (error) {
    throw new DefinitionError(`the frontmatter of SKILL.md is not YAML: ${String(error)}`, { cause: error });
  }
  throw new DefinitionError('the frontmatter of SKILL.md is "key: value" lines, and no other YAML');
}

// Only values that are not valid YAML get quotes, because ": " may be part of a comment.
function readBlock(block: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(block);
  } catch {
    return parse(block.replaceAll(UNQUOTED, (_, key, text) => `${key}: ${JSON.stringify(text)}`));
  }
}
