// Queries shared by several tests.

/** A query that never ends. */
export const FOREVER =
  'WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT count(*) FROM c';
