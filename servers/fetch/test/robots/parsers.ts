// What robots.txt says to us, and what independent parsers read in the same file: `exclusion`, and robots-parser
// without what the server does to the file before.
import { RobotsTxt } from 'exclusion';
import { default as parse, type Robot } from 'robots-parser';
import { Rules } from '../../src/robots/rules.ts';

export const PRODUCT = 'ExampleBot';

/** Whether our rules allow a path. */
export const ours = (text: string, path: string, product = PRODUCT): boolean =>
  new Rules(text, product).decide(new URL(path, 'http://site.test')).allowed;

/** Whether those of `exclusion` do. Undefined when it fails. */
export const theirs = (text: string, path: string, product = PRODUCT): boolean | undefined => {
  const { pathname, search } = new URL(path, 'http://site.test');
  try {
    return new RobotsTxt(text).isPathAllowed(pathname + search, product);
  } catch {
    return undefined;
  }
};

/** The file as robots-parser reads it. */
export const whole = (text: string): Robot => parse('http://site.test/robots.txt', text);
