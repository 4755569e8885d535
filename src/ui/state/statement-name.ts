/** A short name for a statement's tab: its verb and first table. */
export function nameOf(sql: string): string {
  const verb = /\b(select|update|delete|insert|replace|with)\b/i.exec(sql)?.[1]?.toLowerCase() ?? 'statement'
  const table = /\b(?:from|update|into|join)\s+[`"]?([\w$.]{1,40})/i.exec(sql)?.[1]
  return table ? `${verb} ${table}` : verb
}
