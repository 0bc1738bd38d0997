// JSON: the type of objects, and JSON text that messages contain unchanged, without parsing it first.
/**
 * An object with known JSON text, which becomes part of a result unchanged. `JSON.stringify` writes the same value,
 * because `toJSON` parses the text.
 */
export class JsonText {
  readonly text: string;

  /** @internal Text that was just written as JSON, which has no line breaks. */
  constructor(text: string) {
    this.text = text;
  }

  /** An object, some members of which are JSON text already. */
  static of(object: JsonObject): JsonText {
    return new JsonText(`{${writeMembers(object)}}`);
  }

  /** The value. Each call parses the text. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/**
 * The JSON of an object without its braces. Some of its members may be `JsonText`. Long texts are only put together,
 * never copied.
 */
export function writeMembers(object: JsonObject): string {
  for (const name in object) if (object[name] instanceof JsonText) return splice(object);
  return JSON.stringify(object).slice(1, -1);
}

function splice(object: JsonObject): string {
  const plain: JsonObject = {};
  for (const [name, value] of Object.entries(object)) if (!(value instanceof JsonText)) plain[name] = value;
  let text = JSON.stringify(plain).slice(1, -1);
  for (const [name, value] of Object.entries(object))
    if (value instanceof JsonText) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${value.text}`;
  return text;
}

/** A JSON object whose members have not been checked yet. */
export type JsonObject = { [key: string]: unknown };

/** Tells whether a value is a JSON object (not null, not an array). */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON with sorted keys: the same for the same value, in whatever order its members come. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
