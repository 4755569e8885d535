import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

const secretBytes = 32

/**
 * Who may use the browser mode: whoever opens the one-time address gets the session cookie, everyone else gets nothing.
 * One session per server process.
 */
export class WebSession {
  private token: string | undefined = secret()
  private readonly key = secret()
  /** Cookies do not know ports, so the name tells two servers on this computer apart. */
  private readonly cookieName: string

  constructor(port: number) {
    this.cookieName = `sargable-${port}`
  }

  /** The token of the one-time address; undefined once it was used. */
  get unusedToken(): string | undefined {
    return this.token
  }

  /** Takes the token, once. The value of the Set-Cookie header, or undefined when this is not the token. */
  open(token: string): string | undefined {
    if (this.token === undefined || !same(token, this.token)) return undefined
    this.token = undefined
    return `${this.cookieName}=${this.key}; HttpOnly; SameSite=Strict; Path=/`
  }

  /** True when a Cookie header carries this session. */
  admits(cookies: string | undefined): boolean {
    const prefix = `${this.cookieName}=`
    return (cookies ?? '')
      .split(/;\s*/)
      .some((cookie) => cookie.startsWith(prefix) && same(cookie.slice(prefix.length), this.key))
  }
}

function secret(): string {
  return randomBytes(secretBytes).toString('base64url')
}

/** Compares in constant time, also for texts of different length. */
function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
