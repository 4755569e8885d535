/** What stands for a secret. */
const masked = '…'
const words = '(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|identified\\s+(?:with\\s+\\S+\\s+)?(?:by|as))'
const literal = `'(?:[^'\\\\]|\\\\.|'')*'|"(?:[^"\\\\]|\\\\.|"")*"`
const named = new RegExp(`(${words}[\\w\`"\\]]*\\s*(?:=|:|=>|<=>|\\(|,)?\\s*)(${literal})`, 'gi')
/** Functions whose arguments hold keys. */
const called =
  /\b((?:aes_|des_)(?:en|de)crypt|pgp_(?:sym|pub)_(?:en|de)crypt\w*|(?:en|de)code|crypt|hmac|dblink\w*)\s*\(([^()]*)\)/gi
const address = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@'"]+:)[^\s@'"]+(@)/gi
/** As connection strings write them: no blanks, no quotes, no placeholder. */
const keyValue = /\b(password|passwd|pwd)=(?![?:$@'"])[^\s'";,)]+/gi

/** A statement for the head of a picture: literals beside words for secrets, keys of ciphers and passwords in addresses are left out. */
export function withoutSecrets(text: string): string {
  return text
    .replace(address, `$1${masked}$2`)
    .replace(
      called,
      (_, name: string, given: string) => `${name}(${given.replace(new RegExp(literal, 'g'), `'${masked}'`)})`,
    )
    .replace(named, `$1'${masked}'`)
    .replace(keyValue, `$1=${masked}`)
}
