// The whole suite, in one process of Windows. Its exit code says whether all tests passed.
import './survey.ts';
