// Schema facts: what a schema says about each argument, the same for every form in which libraries write schemas.
import { z } from 'zod';

/** What a schema says about an argument. */
export interface Facts {
  readonly description: string | undefined;
  /** Of the argument, or of all its choices; without null for an argument that is not required. */
  readonly types: readonly string[];
  readonly values: readonly unknown[];
  readonly isRequired: boolean;
}

const Schema = z.object({
  description: z.string().optional(),
  type: z.string().optional(),
  nullable: z.boolean().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});

/**
 * Returns the facts about the arguments of an object schema, by their paths like `edits[].oldText`. An argument that
 * is required and may be null counts as optional: strict forms have no other way to say it.
 */
export const factsOf = (schema: unknown): Readonly<Record<string, Facts>> =>
  Object.fromEntries(membersOf(schema, ''));

const membersOf = (schema: unknown, path: string): [string, Facts][] => {
  const { properties = {}, required = [] } = Schema.parse(schema);
  return Object.entries(properties).flatMap(([name, member]) =>
    valueOf(member, `${path}${name}`, required.includes(name)),
  );
};

const valueOf = (schema: unknown, path: string, isRequired: boolean): [string, Facts][] => {
  const { description } = Schema.parse(schema);
  const choices = choicesOf(schema);
  const types = choices.flatMap(({ type, nullable }) => [type ?? [], nullable === true ? 'null' : []].flat());
  const isOptional = !isRequired || types.includes('null');
  const facts = {
    description,
    types: [...new Set(types)].filter((type) => type !== 'null' || !isOptional).toSorted(),
    values: choices.flatMap(({ enum: values = [] }) => values),
    isRequired: !isOptional,
  };
  const inner = choices.flatMap(({ items, ...choice }): [string, Facts][] => [
    ...(items === undefined ? [] : valueOf(items, `${path}[]`, true)),
    ...membersOf(choice, `${path}.`),
  ]);
  return [[path, facts], ...inner];
};

/** The schema without its choices, and each of them. */
const choicesOf = (schema: unknown): z.infer<typeof Schema>[] => {
  const { anyOf = [], ...own } = Schema.parse(schema);
  return [own, ...anyOf.flatMap(choicesOf)];
};
