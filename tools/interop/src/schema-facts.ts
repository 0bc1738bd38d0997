// Schema facts: what a schema says about each argument, independent of how a library writes schemas.
import { z } from 'zod';

/** The statements of a schema about one argument. */
export interface Facts {
  readonly description: string | undefined;
  /** Of the argument or of all its alternatives, without null if the argument is optional. */
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
 * Returns the facts about the arguments of an object schema, by paths like `edits[].oldText`. A required argument that
 * may be null counts as optional, because strict forms cannot express it otherwise.
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

const choicesOf = (schema: unknown): z.infer<typeof Schema>[] => {
  const { anyOf = [], ...own } = Schema.parse(schema);
  return [own, ...anyOf.flatMap(choicesOf)];
};
