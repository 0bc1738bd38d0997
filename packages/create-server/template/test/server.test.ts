import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSchemas } from '@mcp/runtime/testing';
import { server } from '../src/server.ts';

test('has legal schemas', () => assert.doesNotReject(checkSchemas(server)));
