import type { Dialect } from '../engine'

/** Text looked at; a dialect that shows only later is not worth reading a whole dump for. */
const headLength = 20_000

/** Signs that only one dialect has, with their weight. Quoted text is not left out: these are hints, added up. */
const signs: readonly { readonly dialect: Dialect; readonly weight: number; readonly pattern: RegExp }[] = [
  { dialect: 'postgres', weight: 4, pattern: /\w::\s*[a-z"]|'::\s*[a-z"]|\)::\s*[a-z"]/i },
  { dialect: 'postgres', weight: 4, pattern: /\b(AS|DO)\s+\$[a-z_]*\$/i },
  {
    dialect: 'postgres',
    weight: 3,
    pattern: /\b(ILIKE|DISTINCT\s+ON\s*\(|ON\s+CONFLICT)/i,
  },
  {
    dialect: 'postgres',
    weight: 3,
    pattern: /\b(jsonb|bigserial|timestamptz|plpgsql|generate_series|array_agg|string_agg)\b/i,
  },
  { dialect: 'postgres', weight: 3, pattern: /(@>|<@|#>>|~\*|!~|\?\||\?&)/ },
  { dialect: 'postgres', weight: 3, pattern: /\bEXPLAIN\s*\(|\bVACUUM\b|\bCONCURRENTLY\b|\bNULLS\s+(FIRST|LAST)\b/i },
  {
    dialect: 'postgres',
    weight: 2,
    pattern: /\bFETCH\s+(FIRST|NEXT)\b|\bFILTER\s*\(\s*WHERE|\bSIMILAR\s+TO\b|\bONLY\s+[a-z"]/i,
  },
  {
    dialect: 'postgres',
    weight: 2,
    pattern: /\$\d+\b|\bFULL\s+(OUTER\s+)?JOIN\b|\bE'|\bAS\s+(NOT\s+)?MATERIALIZED\b|\bARRAY\s*\[/i,
  },
  { dialect: 'postgres', weight: 2, pattern: /(^|[\s,.(=])"[a-z_][\w ]*"\s*(\.|\bAS\b|,|=|\bFROM\b)/i },
  { dialect: 'postgres', weight: 1, pattern: /\bLIMIT\s+ALL\b|\bnow\(\)\s*-\s*interval\s*'/i },
  { dialect: 'mysql', weight: 4, pattern: /`/ },
  {
    dialect: 'mysql',
    weight: 4,
    pattern: /\b(FORCE|USE|IGNORE)\s+(INDEX|KEY)\b|\bSTRAIGHT_JOIN\b|\bSQL_(NO_CACHE|CALC_FOUND_ROWS)\b/i,
  },
  {
    dialect: 'mysql',
    weight: 4,
    pattern: /\/\*!|\bENGINE\s*=|\bAUTO_INCREMENT\b|\bDELIMITER\b|\bON\s+DUPLICATE\s+KEY\b/i,
  },
  {
    dialect: 'mysql',
    weight: 3,
    pattern: /\b(GROUP_CONCAT|IFNULL|DATE_FORMAT|STR_TO_DATE|FIND_IN_SET|UNIX_TIMESTAMP|JSON_EXTRACT|CURDATE)\s*\(/i,
  },
  {
    dialect: 'mysql',
    weight: 3,
    pattern: /\bLIMIT\s+\d+\s*,\s*\d+|<=>|@@\w|@\w+\s*:=|\bREPLACE\s+INTO\b|\bRLIKE\b|\bREGEXP\b/i,
  },
  {
    dialect: 'mysql',
    weight: 3,
    pattern: /\bINTERVAL\s+\d+\s+[A-Z]+|\bINTERVAL\s+'[^']*'\s+[A-Z]+|\bEXPLAIN\s+(EXTENDED|FORMAT\s*=)/i,
  },
  { dialect: 'mysql', weight: 2, pattern: /=\s*"[^"]*"|\bIN\s*\(\s*"|\bLIKE\s+"/i },
  { dialect: 'mysql', weight: 2, pattern: /\\G\s*$|\bSHOW\s+(CREATE|INDEX|TABLE|VARIABLES|STATUS|WARNINGS|PROFILE)/i },
  {
    dialect: 'mysql',
    weight: 2,
    pattern: /\bUPDATE\s+\S{1,100}(\s+\w{1,50}){0,2}\s+JOIN\b|\bLOCK\s+IN\s+SHARE\s+MODE\b/i,
  },
  {
    dialect: 'mariadb',
    weight: 5,
    pattern: /\bSET\s+STATEMENT\b|\bANALYZE\s+FORMAT\s*=|\bFOR\s+SYSTEM_TIME\b|\bROWS\s+EXAMINED\b/i,
  },
  { dialect: 'mariadb', weight: 5, pattern: /\/\*M!|\bENGINE\s*=\s*(Aria|ColumnStore)\b|\bNEXT\s+VALUE\s+FOR\b/i },
  {
    dialect: 'mariadb',
    weight: 3,
    pattern: /\bIGNORED\b|\bWITH\s+SYSTEM\s+VERSIONING\b|\bANALYZE\s+(SELECT|UPDATE|DELETE|INSERT)\b/i,
  },
]

/**
 * The dialect that a text shows, or undefined when it shows none or two equally. A statement that every server takes
 * gives undefined: read it as the caller's own dialect.
 */
export function guessDialect(text: string): Dialect | undefined {
  const head = text.slice(0, headLength)
  const weight: Record<Dialect, number> = { mysql: 0, mariadb: 0, postgres: 0 }
  for (const sign of signs) if (sign.pattern.test(head)) weight[sign.dialect] += sign.weight
  const family = weight.mysql + weight.mariadb
  if (family === weight.postgres) return undefined
  if (weight.postgres > family) return 'postgres'
  return weight.mariadb > 0 ? 'mariadb' : 'mysql'
}
