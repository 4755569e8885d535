// Protects: a log is known by what comes first in it, however much of other logs its statements hold.
import { describe, expect, test } from 'vitest'
import { recognizeLog } from '../../../src/core/digest/recognize'

const slow =
  '# Time: 2026-11-20T06:52:22.874194Z\n# User@Host: a[a] @ b []\n# Query_time: 1.5  Lock_time: 0 Rows_sent: 0  Rows_examined: 1\nSELECT 1;\n'
const stderr = '2026-11-20 06:52:22.874 UTC [4711] LOG:  duration: 1.000 ms  statement: SELECT 1\n'
const csv = `2026-11-20 06:52:22.874 UTC,"a","b",4711,"h:1",65a1.1267,5,"SELECT",2026-11-20 06:52:22 UTC,3/17,0,LOG,00000,"duration: 1.000 ms  statement: SELECT 'x'",,,,,,,,,"app"\n`
const json = `${JSON.stringify({ timestamp: '2026-11-20 06:52:22.874 UTC', error_severity: 'LOG', message: 'duration: 1.000 ms' })}\n`
const syslog = 'Nov 20 06:52:22 db1 postgres[1]: [5-1] LOG:  duration: 1.000 ms  statement: SELECT a\n'

describe('recognizing', () => {
  test.each<[string, string | undefined]>([
    [slow, 'mysql-slow'],
    [stderr, 'postgres-stderr'],
    [csv, 'postgres-csv'],
    [json, 'postgres-json'],
    [syslog, 'postgres-syslog'],
    [stderr.replace('SELECT 1', `SELECT '\n\t${slow.replace(/\n/g, '\n\t')}'`), 'postgres-stderr'],
    [csv.replace("'x'", `'x\n${slow}${stderr}'`), 'postgres-csv'],
    [slow.replace('SELECT 1', `SELECT '\n${stderr}${csv}${json}'`), 'mysql-slow'],
    [slow.replace('Time: 2026-11-20T06:52:22.874194Z', 'Schema: s  Last_errno: 0  Killed: 0'), 'percona-slow'],
    ['/usr/sbin/mariadbd, Version: 10.11.6-MariaDB (x). started with:\nTcp port: 1\n', 'mariadb-slow'],
    [slow.replace('# Query', '# Thread_id: 3  Schema: s  QC_hit: No\n# Query'), 'mariadb-slow'],
    ['SELECT 1;\nSELECT 2;\n', undefined],
    ['', undefined],
  ])('%j', (text, flavor) => {
    expect(recognizeLog(Buffer.from(text))?.flavor).toBe(flavor)
  })
})
