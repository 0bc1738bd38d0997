// The fixture server under the Inspector, sessions.
import { describe } from 'vitest';
import { underInspector } from './inspector-suite.ts';
import { everything } from './suites.ts';

describe('Inspector, sessions', () => {
  underInspector('legacy', () => everything);
});
