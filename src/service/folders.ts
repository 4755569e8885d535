import envPaths from 'env-paths'

/**
 * Where the product keeps its files on this computer, by the system's own customs. SARGABLE_DATA and SARGABLE_CACHE
 * override them, for tests and portable installations.
 */
export function userFolders(environment: NodeJS.ProcessEnv): {
  readonly dataFolder: string
  readonly cacheFolder: string
} {
  const paths = envPaths('Sargable', { suffix: '' })
  return {
    dataFolder: environment['SARGABLE_DATA'] ?? paths.data,
    cacheFolder: environment['SARGABLE_CACHE'] ?? paths.cache,
  }
}
