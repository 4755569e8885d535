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
]
