import type { AddCommand } from '../program'

/** `sargable serve [--port N]`: the app in a browser on this computer. */
export const serveCommand: AddCommand = (root, { appFolder, version }) => {
  root
    .command('serve')
    .description('the app in a browser on 127.0.0.1; prints a one-time address')
    .option('--port <number>', 'port; a free one without it', Number)
    .action(async ({ port }: { readonly port?: number }) => {
      const { startWebMode } = await import('../../web/serve')
      await startWebMode({ appFolder, version, ...(port !== undefined && { port }) })
    })
}
