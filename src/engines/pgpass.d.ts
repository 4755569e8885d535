/** The package brings no types. Answers undefined when the file has no line for this server, or may not be used. */
declare module 'pgpass' {
  interface ConnectionInfo {
    readonly host: string
    readonly port: number
    readonly database: string
    readonly user: string
  }
  function pgpass(connection: ConnectionInfo, done: (password: string | undefined) => void): void
  namespace pgpass {
    /** Where warnings about the file's mode go; returns where they went. */
    function warnTo(stream: unknown): unknown
  }
  export = pgpass
}
