// Skill: a folder of instructions, checked: its SKILL.md says in its frontmatter what it is called and what it is for.
import { defineResource, DefinitionError, type JsonObject, type Resource } from '../index.ts';

/** The files of one skill by their paths, with `/` between folders. SKILL.md is one of them. */
export type SkillFiles = { readonly [path: string]: string | Uint8Array };

/** A skill: its files, and the frontmatter of its SKILL.md as JSON. */
export interface SkillSource {
  /** `name` and `description` at least. */
  readonly frontmatter: JsonObject;
  readonly files: SkillFiles;
}

const MANIFEST = 'SKILL.md';
const NAME = /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_DESCRIPTION = 1024;
const MAX_FILES = 512;
const MAX_BYTES = 16 * 1024 * 1024;
const TYPES: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  json: 'application/json',
  html: 'text/html',
  csv: 'text/csv',
};

/** One skill, ready to be served. */
export class Skill {
  /** `skill://<name>`, the folder. */
  readonly folder: string;
  readonly uri: string;
  readonly frontmatter: JsonObject;
  readonly resources: readonly Resource[];
  readonly #files: readonly (readonly [uri: string, bytes: Uint8Array<ArrayBuffer>])[];
  #entry: Promise<JsonObject> | undefined;

  /** @throws {DefinitionError} when hosts could not use it. */
  constructor({ frontmatter, files }: SkillSource, isListed: boolean) {
    if (typeof files[MANIFEST] !== 'string') throw new DefinitionError(`a skill needs "${MANIFEST}", a text`);
    this.frontmatter = frontmatter;
    const { name, description } = frontmatter;
    if (typeof name !== 'string' || !NAME.test(name))
      throw new DefinitionError(
        `the name of a skill is 1 to 64 of a-z 0-9 with single - between, not ${JSON.stringify(name)}`,
      );
    const where = `skill "${name}"`;
    if (typeof description !== 'string' || description === '' || description.length > MAX_DESCRIPTION)
      throw new DefinitionError(`${where}: its description has 1 to ${MAX_DESCRIPTION} characters`);
    this.folder = `skill://${name}`;
    this.uri = `${this.folder}/${MANIFEST}`;
    const all = Object.entries(files);
    this.#files = all.map(([path, body]) => [`${this.folder}/${toPath(where, path)}`, toBytes(body)]);
    const bytes = this.#files.reduce((sum, [, { length }]) => sum + length, 0);
    if (all.length > MAX_FILES || bytes > MAX_BYTES)
      throw new DefinitionError(
        `${where} has ${all.length} files of ${bytes} bytes; hosts accept ${MAX_FILES} files of ${MAX_BYTES}`,
      );
    this.resources = all.map(([path, body]) =>
      defineResource({
        uri: `${this.folder}/${toPath(where, path)}`,
        name: path === MANIFEST ? name : path,
        ...(path === MANIFEST ? { description, listed: isListed } : { listed: false }),
        mimeType: typeOf(path, body),
        size: toBytes(body).length,
        read: () => body,
      }),
    );
  }

  /** What `skills/list` says of it. Made on first use: digests cost time. */
  get entry(): Promise<JsonObject> {
    return (this.#entry ??= this.#toEntry());
  }

  async #toEntry(): Promise<JsonObject> {
    const resources = this.#files.map(async ([uri, bytes]) => ({
      uri,
      digest: `sha256:${toHex(await crypto.subtle.digest('SHA-256', bytes))}`,
      size: bytes.length,
    }));
    return { uri: this.uri, frontmatter: this.frontmatter, resources: await Promise.all(resources) };
  }
}

// Hosts store the files: what is another path, a device or no name on one of their systems. Dots at the end include
// "..". V8 takes half a millisecond for the expression, so a start without such files makes none.
function isUnsafe(name: string): boolean {
  return /^$|[\\:*?"<>|\p{Cc}\p{Surrogate}]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu.test(name);
}

function toPath(where: string, path: string): string {
  if (path === MANIFEST) return path;
  const segments = path.split('/');
  if (segments.some(isUnsafe))
    throw new DefinitionError(
      `${where}: ${JSON.stringify(path)} is not a path below the skill on every system`,
    );
  return segments.map(encodeURIComponent).join('/');
}

function toBytes(body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
}

function typeOf(path: string, body: string | Uint8Array): string {
  const known = TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
  return known ?? (typeof body === 'string' ? 'text/plain' : 'application/octet-stream');
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
