// The fixture server under the Inspector, 2026-07-28.
import { describe } from 'vitest';
import { underInspector } from './inspector-suite.ts';
import { everything } from './suites.ts';

describe('Inspector, 2026-07-28', () => {
  underInspector('modern', () => everything);
});
