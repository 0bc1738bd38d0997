// The whole suite in one Windows process, whose exit code tells whether all tests passed.
import { bundles } from './bundles.ts';
import { files } from './files.ts';
import { names } from './names.ts';
import { programs } from './programs.ts';
import { repositories } from './repositories.ts';
import { survey } from './survey.ts';

names();
files();
programs();
bundles();
repositories();
survey();
