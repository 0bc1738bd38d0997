// Projection: fits a value in the newest revision's form to an older one by dropping the members that it lacks.
import { isObject, type JsonObject } from '../../jsonrpc/json.ts';
import { isSince, type Revision } from '../revisions.ts';
import { CONTENT_SHAPES, SHAPES, type Member, type Members, type Shape, type ShapeName } from './shapes.ts';

/** Changes a value of one shape before its members are filtered; returns it as it is when nothing changes. */
export type Converter = (value: JsonObject) => JsonObject;

/**
 * Projects a value of a shape. Returns the same object when nothing had to change. Throws `TypeError` for a content
 * block of an unknown type.
 */
export type Project = (shape: Shape, value: JsonObject) => JsonObject;

/** Builds the projection to one revision. `converters` handle what cannot be expressed by dropping members. */
export function createProjection(
  revision: Revision,
  converters: Partial<Record<ShapeName, Converter>>,
): Project {
  const known = new Map<Shape, Members>();
  const membersOf = (shape: Exclude<Shape, 'ContentBlock'>): Members => {
    const members =
      known.get(shape) ?? membersIn(revision, typeof shape === 'string' ? SHAPES[shape] : shape);
    known.set(shape, members);
    return members;
  };
  const project: Project = (shape, original) => {
    if (typeof shape !== 'string') return filter(original, membersOf(shape), project);
    const value = converters[shape]?.(original) ?? original;
    return filter(value, membersOf(shape === 'ContentBlock' ? contentShape(value) : shape), project);
  };
  return project;
}

function contentShape({ type }: JsonObject): Exclude<ShapeName, 'ContentBlock'> {
  const shape = CONTENT_SHAPES[String(type)];
  if (shape === undefined) throw new TypeError(`there is no content block of type ${JSON.stringify(type)}`);
  return shape;
}

function membersIn(revision: Revision, all: Members): Members {
  const known: { [name: string]: Member } = Object.create(null);
  for (const [name, member] of Object.entries(all)) {
    const gone = member.until !== undefined && !isSince(member.until, revision);
    if (isSince(revision, member.since) && !gone) known[name] = member;
  }
  return known;
}

function filter(value: JsonObject, known: Members, project: Project): JsonObject {
  let copy: JsonObject | undefined;
  const keys = Object.keys(value);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] ?? '';
    const old = value[key];
    const member = known[key];
    const next = member === undefined ? undefined : projectMember(old, member, project);
    // Most values are already right: copy only from the first member that changes.
    if (copy === undefined && next !== old) copy = pick(value, keys, i);
    if (copy !== undefined && next !== undefined) copy[key] = next;
  }
  return copy ?? value;
}

function projectMember(value: unknown, { shape, many }: Member, project: Project): unknown {
  if (shape === undefined) return value;
  if (!many) return isObject(value) ? project(shape, value) : value;
  if (!Array.isArray(value)) return value;
  const list = value.map((item: unknown) => (isObject(item) ? project(shape, item) : item));
  return list.every((item, i) => item === value[i]) ? value : list;
}

function pick(value: JsonObject, keys: string[], count: number): JsonObject {
  const copy: JsonObject = {};
  for (const key of keys.slice(0, count)) copy[key] = value[key];
  return copy;
}
