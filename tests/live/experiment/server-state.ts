import type { ExperimentServer } from './servers'

/**
 * What an experiment could leave on a server, as another connection sees it: schemas and tables, settings of the
 * server, sessions and locks. For a server that nobody else uses; the asking connection is not in it.
 */
export async function serverState(server: ExperimentServer): Promise<Readonly<Record<string, readonly string[]>>> {
  const eyes = await server.witness()
  try {
    const state: Record<string, readonly string[]> = {}
    for (const [what, sql] of Object.entries(server.isPostgres ? postgresQueries : mysqlQueries))
      state[what] = (await eyes.ask(sql)).sort()
    return state
  } finally {
    await eyes.end()
  }
}

const mysqlQueries = {
  tables: `SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE FROM information_schema.TABLES WHERE TABLE_SCHEMA NOT IN ('information_schema', 'performance_schema')`,
  schemas: 'SHOW DATABASES',
  routines: 'SELECT ROUTINE_SCHEMA, ROUTINE_NAME FROM information_schema.ROUTINES',
  triggers: 'SELECT TRIGGER_SCHEMA, TRIGGER_NAME FROM information_schema.TRIGGERS',
  settings: 'SHOW GLOBAL VARIABLES',
  consumers: 'SELECT NAME, ENABLED FROM performance_schema.setup_consumers',
  instruments: 'SELECT NAME, ENABLED, TIMED FROM performance_schema.setup_instruments',
  sessions: `SELECT USER, COMMAND, STATE FROM information_schema.PROCESSLIST WHERE ID <> CONNECTION_ID() AND USER <> 'system user'`,
  transactions: 'SELECT trx_id FROM information_schema.INNODB_TRX',
  locks: 'SHOW OPEN TABLES WHERE In_use > 0 OR Name_locked > 0',
}

const postgresQueries = {
  databases: 'SELECT datname FROM pg_database',
  schemas: `SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_(toast_)?temp_'`,
  tables: `SELECT relnamespace::regnamespace, relname, relkind FROM pg_class WHERE relpersistence <> 't'`,
  temporary: `SELECT relname FROM pg_class WHERE relpersistence = 't'`,
  routines: 'SELECT pronamespace::regnamespace, proname FROM pg_proc',
  triggers: 'SELECT tgname FROM pg_trigger',
  settings: 'SELECT name, setting FROM pg_settings',
  ofRoles: 'SELECT * FROM pg_db_role_setting',
  sessions: `SELECT usename, state, coalesce(backend_xid::text, '') FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
  prepared: 'SELECT gid FROM pg_prepared_xacts',
  locks: `SELECT locktype, mode, granted FROM pg_locks WHERE pid <> pg_backend_pid()`,
}
