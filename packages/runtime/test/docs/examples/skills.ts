// Skills from a folder.
// region skills
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { defineServer, type McpServer } from '@mcp/runtime';
import { readSkill, skills, type SkillFiles } from '@mcp/runtime/skills';

/** The files of one skill. */
async function readFiles(folder: string): Promise<SkillFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const files = paths.map(async (path): Promise<[string, string]> => [
    path.slice(folder.length + 1).replaceAll(sep, '/'),
    await readFile(path, 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(files));
}

/** A server with one skill. */
export async function createServer(folder: string): Promise<McpServer> {
  const guide = skills([await readSkill(await readFiles(folder))]);
  return defineServer({ name: 'guide', version: '1.0.0', resources: guide.resources, extensions: [guide] });
}
// endregion
