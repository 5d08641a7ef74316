import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { mantineCss } from './vite-mantine-css.ts'
import { routeFiles } from './vite-route-files.ts'

// For Vite alone; inside the app's own server, a proxy would take the calls from it.
const api = process.env.API_URL

export default defineConfig({
  root: resolve(import.meta.dirname, 'client'),
  plugins: [mantineCss(), react(), routeFiles()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // The editor, which is loaded when somebody writes; the first start should not print a warning about it.
    chunkSizeWarningLimit: 1200,
    // Every byte of an icon or font that is inlined would need `data:` in the content security policy.
    assetsInlineLimit: 0
  },
  // Else the first page with an editor would reload in the middle of development.
  optimizeDeps: { include: ['ckeditor5', '@ckeditor/ckeditor5-react'] },
  server: api ? { proxy: { '/api': { target: api, ws: true }, '/socket': { target: api, ws: true } } } : {}
})
