// The whole suite, in one process of Windows. Its exit code says whether all tests passed.
import { names } from './names.ts';
import { survey } from './survey.ts';

names();
survey();
