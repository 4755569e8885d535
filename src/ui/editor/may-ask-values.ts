/** May a text hold placeholders: `?`, `$1`, `:name`, `%s`, `@p`? Cheap; the statement is read before anything is asked. */
export const mayAskValues = /\?|\$\d|(?<!:):[a-z_]|%s|%\(|(?<!@)@[a-z_]/i
