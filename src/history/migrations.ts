/**
 * The store's schema, one step per entry; a store remembers in PRAGMA user_version how many it has taken.
 * Steps are never edited once released: a change is a new step.
 */
export const migrations: readonly string[] = [
  `CREATE TABLE profile (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL,
     target TEXT NOT NULL,
     last_used_at TEXT
   );
   CREATE TABLE run (
     id TEXT PRIMARY KEY,
     at TEXT NOT NULL,
     connection_name TEXT NOT NULL,
     engine TEXT,
     database_name TEXT,
     sql TEXT NOT NULL,
     verdict TEXT NOT NULL,
     measured INTEGER NOT NULL,
     analysis TEXT NOT NULL
   );
   CREATE INDEX run_at ON run (at DESC);`,
  `CREATE TABLE experiment (
     id TEXT PRIMARY KEY,
     at TEXT NOT NULL,
     connection_name TEXT NOT NULL,
     engine TEXT NOT NULL,
     verdict TEXT NOT NULL,
     variants INTEGER NOT NULL,
     document TEXT NOT NULL
   );
   CREATE INDEX experiment_at ON experiment (at DESC);`,
  `CREATE TABLE scratch_schema (
     schema_name TEXT PRIMARY KEY,
     made_at TEXT NOT NULL,
     server TEXT NOT NULL,
     logged INTEGER NOT NULL
   );`,
  `CREATE TABLE experiment_journal (
     id TEXT PRIMARY KEY,
     pid INTEGER NOT NULL,
     touched_at TEXT NOT NULL,
     head TEXT NOT NULL
   );
   CREATE TABLE experiment_journal_batch (
     id TEXT NOT NULL,
     number INTEGER NOT NULL,
     busy REAL NOT NULL,
     samples TEXT NOT NULL,
     PRIMARY KEY (id, number)
   );
   CREATE TABLE server_switch (
     place TEXT NOT NULL,
     put_back TEXT NOT NULL,
     pid INTEGER NOT NULL,
     switched_at TEXT NOT NULL,
     PRIMARY KEY (place, put_back)
   );`,
  `CREATE TABLE shape_mark (
     digest TEXT PRIMARY KEY,
     state TEXT NOT NULL,
     note TEXT NOT NULL,
     at TEXT NOT NULL
   );`,
]
