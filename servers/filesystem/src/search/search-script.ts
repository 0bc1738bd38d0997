// Where the script of the search threads is: beside its source, or beside the bundle.
import { extname, join } from 'node:path';

export const SEARCH_SCRIPT = join(import.meta.dirname, `search-worker${extname(import.meta.filename)}`);
