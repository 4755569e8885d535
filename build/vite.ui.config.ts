import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The page: the same files serve the Electron window (app://ui/) and the browser mode. */
export default defineConfig({
  root: fileURLToPath(new URL('../src/ui', import.meta.url)),
  base: './',
  plugins: [react()],
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
