// The acceptor says yes to nothing that the full validator refuses, and both agree with another implementation.
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileAcceptor } from '../../src/schema/acceptor.ts';
import { schemaProblem } from '../../src/schema/check.ts';
import { compileInterpreter } from '../../src/schema/validate.ts';
import { json, plainSchema } from './schema-values.ts';

const RUNS = { seed: 20_261_121, numRuns: 3000 };
const isValid = (schema: { [keyword: string]: unknown }, value: unknown): boolean =>
  compileInterpreter(schema, '2020-12')(value).length === 0;

test('the acceptor agrees with the full validator on every schema that it compiles', () => {
  fc.assert(
    fc.property(plainSchema, fc.array(json, { minLength: 5, maxLength: 5 }), (schema, values) => {
      fc.pre(schemaProblem(schema) === undefined);
      const accepts = compileAcceptor(schema) ?? ((value: unknown) => isValid(schema, value));
      expect(values.map((value) => accepts(value))).toEqual(values.map((value) => isValid(schema, value)));
    }),
    RUNS,
  );
});

test('the full validator agrees with ajv', () => {
  fc.assert(
    fc.property(plainSchema, fc.array(json, { minLength: 3, maxLength: 3 }), (schema, values) => {
      fc.pre(schemaProblem(schema) === undefined);
      const ajv = new Ajv2020({ strict: false, validateSchema: false, ownProperties: true });
      const validate = ajv.compile(schema);
      for (const value of values) expect(isValid(schema, value)).toBe(validate(value));
    }),
    { ...RUNS, numRuns: 500 },
  );
});
