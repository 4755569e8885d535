import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * Names the editor's chunk in the page's head, so that its 3 MB are fetched and compiled beside the start of the shell,
 * not after it. It runs only when the shell asks for it.
 */
const preloadEditor: Plugin = {
  name: 'preload-editor',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const chunks = Object.values(bundle ?? {})
      const editor = chunks.find((one) => one.type === 'chunk' && one.facadeModuleId?.endsWith('/QueryEditor.tsx'))
      if (!editor) throw new Error('The editor is no chunk of its own any more')
      return [{ tag: 'link', attrs: { rel: 'modulepreload', href: `./${editor.fileName}` }, injectTo: 'head' }]
    },
  },
}

/** The page: the same files serve the Electron window (app://ui/) and the browser mode. */
export default defineConfig({
  root: fileURLToPath(new URL('../src/ui', import.meta.url)),
  base: './',
  plugins: [react(), preloadEditor],
  build: {
    outDir: fileURLToPath(new URL('../dist/ui', import.meta.url)),
    emptyOutDir: true,
    // The oldest page that runs this: Electron 22's.
    target: 'chrome108',
    cssTarget: 'chrome108',
    modulePreload: { polyfill: false },
    // Workers and fonts must be files: the content security policy allows neither data: scripts nor blob: workers.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 5000,
  },
  worker: { format: 'es' },
})
