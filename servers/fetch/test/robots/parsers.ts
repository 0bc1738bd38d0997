// Our reading of robots.txt, and that of independent parsers: `exclusion`, and robots-parser without the server's
// preprocessing.
import { RobotsTxt } from 'exclusion';
import { default as parse, type Robot } from 'robots-parser';
import { Rules } from '../../src/robots/rules.ts';

export const PRODUCT = 'ExampleBot';

/** Returns whether our rules allow a path. */
export const ours = (text: string, path: string, product = PRODUCT): boolean =>
  new Rules(text, product).decide(new URL(path, 'http://site.test')).allowed;

/** Returns whether `exclusion` allows it, or undefined if it fails. */
export const theirs = (text: string, path: string, product = PRODUCT): boolean | undefined => {
  const { pathname, search } = new URL(path, 'http://site.test');
  try {
    return new RobotsTxt(text).isPathAllowed(pathname + search, product);
  } catch {
    return undefined;
  }
};

/** Returns the file as robots-parser reads it. */
export const whole = (text: string): Robot => parse('http://site.test/robots.txt', text);
