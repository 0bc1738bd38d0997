// Skills: instructions that come with a server, as resources with their own list (extension
// io.modelcontextprotocol/skills, SEP-2640).
import { DefinitionError, type JsonObject, LATEST_REVISION, type Resource } from '../index.ts';
import {
  type Extension,
  type Feature,
  invalidParams,
  type Method,
  type MethodRow,
  pageOf,
} from '../extensions.ts';
import { quote } from '../text/quote.ts';
import { Skill, type SkillSource } from './skill.ts';

const SKILLS = 'io.modelcontextprotocol/skills';
const PAGE_SIZE = 100;
const CACHED = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

const since = { since: LATEST_REVISION };
const CACHEABLE = { resultType: since, _meta: since, ttlMs: since, cacheScope: since };
const row: MethodRow = { from: 'client', first: LATEST_REVISION, cacheable: true };

/** Skills of a server: an extension, and the resources that they are read from. */
export interface Skills extends Extension {
  /**
   * For `resources` of the server. SKILL.md of each skill is in the list of resources, unless `listed` is false, so
   * that clients without the extension find it too; its other files are read by the URIs that it names.
   */
  readonly resources: readonly Resource[];
}

/**
 * Serves skills, read by `readSkill` or written in the program. All revisions can read them; from 2026-07-28 there are
 * `skills/list`, `skills/get` and `resources/directory/read` too.
 *
 * @throws {DefinitionError} for a skill that hosts could not use: its name, its description, its paths, its size.
 * @example
 * const guide = skills([await readSkill({ 'SKILL.md': await readFile('SKILL.md', 'utf8') })]);
 * const server = defineServer({ name: 'files', version: '1.0.0', resources: guide.resources, extensions: [guide] });
 */
export function skills(
  all: readonly SkillSource[],
  { listed = true }: { readonly listed?: boolean } = {},
): Skills {
  const known = all.map((source) => new Skill(source, listed));
  const uris = known.map(({ uri }) => uri);
  const twice = uris.find((uri, i) => uris.indexOf(uri) !== i);
  if (twice !== undefined) throw new DefinitionError(`there are two skills ${twice}`);
  return {
    id: SKILLS,
    since: LATEST_REVISION,
    settings: { directoryRead: true },
    resources: known.flatMap(({ resources }) => resources),
    features: () => [createFeature(known)],
  };
}

function createFeature(known: readonly Skill[]): Feature {
  return {
    methods: {
      'skills/list': {
        row,
        shape: { skills: since, nextCursor: since, ...CACHEABLE },
        handle: paged('skills', () => known.map((skill) => async () => skill.entry)),
      },
      'skills/get': {
        row,
        shape: { skill: since, ...CACHEABLE },
        handle: async (_, { uri }) => {
          if (typeof uri !== 'string') throw invalidParams('"uri" must be a string');
          const found = known.find((skill) => skill.uri === uri);
          if (found === undefined) throw invalidParams(`there is no skill ${quote(uri)}; see skills/list`);
          return { skill: await found.entry, ...CACHED };
        },
      },
      'resources/directory/read': {
        row,
        shape: { resources: since, nextCursor: since, ...CACHEABLE },
        handle: paged('resources', ({ uri }) => childrenOf(known, uri).map((child) => async () => child)),
      },
    },
  };
}

// A list, as many at a time as fit a page.
function paged(
  member: string,
  items: (params: JsonObject) => readonly (() => Promise<JsonObject>)[],
): Method['handle'] {
  return async (request, params) => {
    const { items: page, ...next } = pageOf(request, items(params), PAGE_SIZE);
    return { [member]: await Promise.all(page.map((item) => item())), ...next, ...CACHED };
  };
}

/** What is right below a folder of a skill. */
function childrenOf(known: readonly Skill[], given: unknown): readonly JsonObject[] {
  if (typeof given !== 'string') throw invalidParams('"uri" must be a string');
  const folder = `${given.replace(/\/$/, '')}/`;
  const children = new Map<string, JsonObject>();
  for (const { uri, name, mimeType, size } of known.flatMap(({ resources }) => resources)) {
    if (!uri.startsWith(folder)) continue;
    const [segment = '', ...rest] = uri.slice(folder.length).split('/');
    if (rest.length === 0) children.set(segment, { uri, name, mimeType, size });
    else
      children.set(segment, {
        uri: `${folder}${segment}`,
        name: decodeURIComponent(segment),
        mimeType: 'inode/directory',
      });
  }
  if (children.size === 0 || folder === 'skill://' || folder === 'skill:/')
    throw invalidParams(`${quote(given)} is not a folder of a skill; skills/list has their URIs`);
  return [...children.values()];
}
